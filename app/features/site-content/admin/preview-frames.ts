type FrameState = "loading" | "shown" | "failed";

/** `place` is a selector of the element to show first. */
type Asked = { action: string; page: string; title: string; place?: string | undefined };

const settleMs = 120;
const belowHeader = 72;

/**
 * Each state loads in a new frame, which then replaces the old one: a frame that has shown nothing
 * adds no history entry, and the page keeps its scroll position without a flash.
 */
export class PreviewFrames {
  readonly #host: HTMLElement;
  /** Null while the preview is hidden. */
  readonly #read: () => FormData | null;
  readonly #onState: (state: FrameState) => void;
  #asked: Asked | null = null;
  #shown: HTMLIFrameElement | null = null;
  #next: HTMLIFrameElement | null = null;
  #isOutdated = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    host: HTMLElement,
    read: () => FormData | null,
    onState: (state: FrameState) => void,
  ) {
    this.#host = host;
    this.#read = read;
    this.#onState = onState;
  }

  show(asked: Asked): void {
    this.#asked = asked;
    this.refresh();
  }

  refresh(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#load(), settleMs);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#next = null;
    this.#shown = null;
    this.#host.replaceChildren();
  }

  #load(): void {
    // One frame loads at a time, so that steady typing still shows newer states.
    if (this.#next) {
      this.#isOutdated = true;
      return;
    }
    const asked = this.#asked;
    const form = asked && this.#read();
    if (!form) return;
    form.set("page", asked.page);
    this.#isOutdated = false;
    this.#onState("loading");
    const frame = document.createElement("iframe");
    frame.name = `preview-${Date.now()}`;
    frame.title = asked.title;
    frame.sandbox.add("allow-same-origin");
    frame.className = "preview-frame";
    frame.style.visibility = "hidden";
    this.#next = frame;
    this.#host.append(frame);
    frame.addEventListener("load", () => this.#swap(frame));
    postCopy(form, asked.action, frame.name);
  }

  #swap(frame: HTMLIFrameElement): void {
    // A new frame also fires load for its initial about:blank.
    if (frame !== this.#next || addressOf(frame) === "about:blank") return;
    this.#next = null;
    const root = frame.contentDocument?.documentElement;
    if (!root?.dataset.content) {
      frame.remove();
      this.#onState("failed");
    } else {
      const before = this.#shown;
      root.dataset.theme = document.documentElement.dataset.theme ?? "system";
      const place = this.#asked?.place ? root.querySelector(this.#asked.place) : null;
      // scrollIntoView would scroll the admin's page too.
      const first = place ? place.getBoundingClientRect().top - belowHeader : 0;
      frame.contentWindow!.scrollTo(0, before ? (before.contentWindow?.scrollY ?? 0) : first);
      frame.style.visibility = "";
      before?.remove();
      this.#shown = frame;
      this.#onState("shown");
    }
    if (this.#isOutdated) this.#load();
  }
}

/** Null for a page of another origin, such as the browser's error page. */
function addressOf(frame: HTMLIFrameElement): string | null {
  try {
    return frame.contentWindow!.location.href;
  } catch {
    return null;
  }
}

/** Submits a copy of the form, so that React Router doesn't treat it as a navigation. */
export function postCopy(form: FormData, action: string, target: string): void {
  const copy = document.createElement("form");
  Object.assign(copy, { method: "post", action, target, enctype: "multipart/form-data" });
  copy.hidden = true;
  for (const [name, value] of form) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value: String(value) });
    copy.append(field);
  }
  document.body.append(copy);
  copy.submit();
  copy.remove();
}
