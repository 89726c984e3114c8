import {
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { href } from "react-router";
import { Spinner } from "#app/ui/spinner.tsx";
import { pages as allPages } from "#app/content/pages.ts";
import { withFillInNames } from "#app/features/site-content/field-text.ts";
import { viewClass } from "#app/ui/admin/tabs.tsx";
import { editorForm } from "./editor-model.ts";
import { readIn } from "./folds.tsx";
import type { OpenDocument } from "./open-document.server.ts";

export type PreviewHandle = { refresh: () => void };

const widths = { phone: 390, desktop: 1280 };
type Width = keyof typeof widths;
const widthLabels: Record<Width, string> = { phone: "Phone", desktop: "Desktop" };

/** Selectors to scroll to, for documents that are not at the top of their page. */
const places: Readonly<Record<string, string>> = {
  prices: "#pricing",
  testimonials: "[aria-label=Testimonials]",
};

type PreviewProps = {
  handle: RefObject<PreviewHandle | null>;
  document: Pick<OpenDocument, "name" | "label" | "pages">;
  form: RefObject<HTMLFormElement | null>;
};

export function LivePreview({ handle, document: { name, pages }, form }: PreviewProps) {
  const host = useRef<HTMLDivElement>(null);
  const frames = useRef<ReturnType<typeof previewFrames>>(null);
  const [page, setPage] = useState<string>(pages[0]!.key);
  const [width, setWidth] = useState<Width>("phone");
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  const action = href("/admin/site/:document/preview", { document: name });

  useEffect(() => {
    const read = () => {
      const isSeen = host.current?.getClientRects().length && form.current;
      return isSeen ? new FormData(form.current!) : null;
    };
    const opened = previewFrames(host.current!, read, setState);
    frames.current = opened;
    return () => opened.close();
  }, [form]);
  useEffect(() => {
    const title = `Preview of ${pages.find(({ key }) => key === page)?.name}`;
    frames.current?.show({ action, page, title, place: places[name] });
  }, [action, page, pages, name]);
  useEffect(() => fitFrame(host.current!, widths[width]), [width]);
  useImperativeHandle(handle, () => ({ refresh: () => frames.current?.refresh() }), []);

  return (
    <section aria-label="Preview" className={previewClass}>
      <div className="flex flex-wrap items-center justify-between gap-3 text-base">
        {pages.length > 1 && (
          <select
            aria-label="Page"
            value={page}
            onChange={({ currentTarget }) => setPage(currentTarget.value)}
            className="input min-w-40 grow basis-40"
          >
            {pages.map(({ key, name: label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        )}
        <div className="flex grow items-center justify-between gap-4">
          <div role="group" aria-label="Width" className="flex rounded-sm border border-edge">
            {(Object.keys(widths) as Width[]).map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === width}
                onClick={() => setWidth(each)}
                className={viewClass}
              >
                {widthLabels[each]}
              </button>
            ))}
          </div>
          <button
            type="submit"
            form={editorForm}
            formNoValidate
            formAction={action}
            formTarget="_blank"
            className="link min-h-11 cursor-pointer"
            onClick={(event) => {
              event.preventDefault();
              const posted = new FormData(form.current!);
              posted.set("page", page);
              postCopy(posted, action, "_blank");
            }}
          >
            Open in a new tab
          </button>
        </div>
      </div>
      <div className="relative min-h-96 grow [@media(scripting:none)]:hidden">
        <div ref={host} data-width={width} className="preview-host" />
        {state === "loading" && (
          <span className="absolute top-3 right-3 rounded-full bg-raised p-1.5" role="status">
            <Spinner />
            <span className="sr-only">Updating the preview</span>
          </span>
        )}
        {state === "failed" && (
          <p
            role="alert"
            className="absolute inset-x-3 top-3 border-l-4 border-danger bg-raised p-3 text-base"
          >
            The preview didn't load. Your text is still here.{" "}
            <button
              type="button"
              className="link cursor-pointer"
              onClick={() => frames.current?.refresh()}
            >
              Try again
            </button>
          </p>
        )}
      </div>
    </section>
  );
}

const previewClass =
  "mx-auto flex h-full w-full flex-col gap-3 has-data-[width=phone]:max-w-[24.5rem]";

/** Scales the frame from `width` px down to its host. Returns a function that stops it. */
function fitFrame(host: HTMLElement, width: number): () => void {
  const fit = () => {
    const scale = Math.min(1, host.clientWidth / width);
    host.style.setProperty("--frame-width", `${width}px`);
    host.style.setProperty("--frame-scale", String(scale || 1));
  };
  const observer = new ResizeObserver(fit);
  observer.observe(host);
  fit();
  return () => observer.disconnect();
}

type FrameState = "loading" | "shown" | "failed";

/** `place` is a selector of the element to show first. */
type Asked = { action: string; page: string; title: string; place?: string | undefined };

const settleMs = 120;
const belowHeader = 72;

/** Each state loads in a new frame, which adds no history entry and doesn't flash; `read` is null while hidden. */
function previewFrames(
  host: HTMLElement,
  read: () => FormData | null,
  onState: (state: FrameState) => void,
) {
  let asked: Asked | null = null;
  let shown: HTMLIFrameElement | null = null;
  let next: HTMLIFrameElement | null = null;
  let isOutdated = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const refresh = () => {
    clearTimeout(timer);
    timer = setTimeout(load, settleMs);
  };

  function load(): void {
    // One frame loads at a time, so that steady typing still shows newer states.
    if (next) {
      isOutdated = true;
      return;
    }
    const form = asked && read();
    if (!asked || !form) return;
    form.set("page", asked.page);
    isOutdated = false;
    onState("loading");
    const frame = document.createElement("iframe");
    frame.name = `preview-${Date.now()}`;
    frame.title = asked.title;
    frame.sandbox.add("allow-same-origin");
    frame.className = "preview-frame";
    frame.style.visibility = "hidden";
    next = frame;
    host.append(frame);
    frame.addEventListener("load", () => swap(frame));
    postCopy(form, asked.action, frame.name);
  }

  function swap(frame: HTMLIFrameElement): void {
    // A new frame also fires load for its initial about:blank.
    if (frame !== next || addressOf(frame) === "about:blank") return;
    next = null;
    const root = frame.contentDocument?.documentElement;
    if (!root?.dataset.content) {
      frame.remove();
      onState("failed");
    } else {
      root.dataset.theme = document.documentElement.dataset.theme ?? "system";
      const place = asked?.place ? root.querySelector(asked.place) : null;
      // scrollIntoView would scroll the admin's page too.
      const first = place ? place.getBoundingClientRect().top - belowHeader : 0;
      frame.contentWindow!.scrollTo(0, shown ? (shown.contentWindow?.scrollY ?? 0) : first);
      frame.style.visibility = "";
      shown?.remove();
      shown = frame;
      onState("shown");
    }
    if (isOutdated) load();
  }

  return {
    refresh,
    show: (page: Asked) => {
      asked = page;
      refresh();
    },
    close: () => {
      clearTimeout(timer);
      next = null;
      shown = null;
      host.replaceChildren();
    },
  };
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
function postCopy(form: FormData, action: string, target: string): void {
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

/** Shows a search result and a shared link, as titles are not seen on the pages themselves. */
export function TitlesPreview({
  handle,
  document: { pages, values, version, fillIns, pictures },
  form,
}: Omit<PreviewProps, "document"> & { document: OpenDocument }) {
  // Text typed over an earlier version is no longer in the form.
  const [typed, setTyped] = useState<{ over: number; words: FormData } | null>(null);
  const [shown, setShown] = useState(pages[0]!);
  const host = useSyncExternalStore(
    () => () => {},
    () => location.host,
    () => "",
  );
  useImperativeHandle(handle, () => ({
    refresh: () => setTyped({ over: version, words: new FormData(form.current!) }),
  }));
  useEffect(() => {
    const element = form.current;
    const follow = ({ target }: FocusEvent) => {
      const part = (target as Element).closest("details")?.parentElement?.id;
      const page = pages.find(({ key }) => key === part);
      if (page) setShown(page);
    };
    element?.addEventListener("focusin", follow);
    return () => element?.removeEventListener("focusin", follow);
  }, [form, pages]);
  const words = typed?.over === version ? typed.words : null;
  const read = (path: string) => String(words?.get(path) ?? readIn(values)(path));
  const filled = (path: string) =>
    fillIns.reduce(
      (text, { name, value }) => text.replaceAll(`{{${name}}}`, () => value || name),
      withFillInNames(read(path)),
    );
  const picture = read(`${allPages[shown.key].share}.picture.name`);
  const title = filled(`${shown.key}.title`);
  const description = filled(`${shown.key}.description`);
  return (
    <section
      aria-label="Preview"
      className="mx-auto flex w-full max-w-[24.5rem] flex-col gap-6 wrap-anywhere"
    >
      <p className="display-3 font-display" data-width="phone">
        {shown.name}
      </p>
      <div>
        <p className="mb-2 font-semibold">In search results</p>
        <div className={cardClass}>
          <p className="text-sm text-soft">{host + shown.path}</p>
          <p className="my-1 text-lg leading-snug text-accent">{title}</p>
          <p className="line-clamp-3 text-base leading-snug text-soft">{description}</p>
        </div>
      </div>
      <div>
        <p className="mb-2 font-semibold">When shared</p>
        <div className={`overflow-hidden ${cardClass}`}>
          <img
            src={pictures.find(({ name }) => name === picture)?.src ?? "/pictures/placeholder.svg"}
            alt=""
            className="-mx-4 -mt-4 mb-3 aspect-1200/630 w-[calc(100%+2rem)] max-w-none object-cover"
          />
          <p className="line-clamp-2 leading-snug font-semibold">{title}</p>
          <p className="mt-1 line-clamp-2 text-base leading-snug text-soft">{description}</p>
          <p className="mt-1 text-sm text-soft">{host}</p>
        </div>
      </div>
    </section>
  );
}

const cardClass = "rounded-sm border border-line bg-raised p-4";
