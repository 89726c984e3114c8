/*
 * Works before, and without, the application's scripts: the theme, dialogs, web fonts, and the moment
 * at which React is fetched. Its function is written into every page as the text of a script
 * (inline-script-plugin.ts), so it uses nothing from outside itself.
 */
export default function inlineScript(): void {
  const root = document.documentElement;
  keepTheme();
  addEventListener("DOMContentLoaded", showYear);
  showWebFontsAfterFirstPaint();
  showAnsweringFrames();
  replaceLostPictures();
  completePrint();
  hydrateOnIntent();
  answerClicks();
  addEventListener("submit", keepUnansweredForm);

  function keepTheme(): void {
    showTheme();
    // On a page that was prerendered the theme may have been chosen since.
    document.addEventListener("prerenderingchange", showTheme);
    for (const event of ["DOMContentLoaded", "hydrated", "storage"])
      addEventListener(event, showTheme);
    const chooseTheme = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.name !== "theme") return;
      try {
        localStorage.setItem("theme", target.value);
      } catch {
        root.dataset.theme = target.value;
        return;
      }
      showTheme();
    };
    // Captured: React, while it hydrates, stops events that it cannot answer yet from bubbling.
    addEventListener("change", chooseTheme, true);
  }

  function showTheme(): void {
    let theme: string | null = null;
    try {
      theme = localStorage.getItem("theme");
    } catch {
      // Storage is blocked.
    }
    if (theme !== "light" && theme !== "dark") theme = "system";
    root.dataset.theme = theme;
    for (const input of document.querySelectorAll<HTMLInputElement>("input[name=theme]"))
      input.checked = input.value === theme;
  }

  /** Years begin in summer time, when Melbourne is eleven hours ahead. Its zone by name takes a phone 40 ms. */
  function showYear(): void {
    const year = new Date(Date.now() + 11 * 3_600_000).getUTCFullYear();
    for (const element of document.querySelectorAll("[data-year]")) element.textContent = `${year}`;
  }

  /** On a visitor's first page text is painted in the fallback fonts first; later the web fonts are in the cache. */
  function showWebFontsAfterFirstPaint(): void {
    const style = document.getElementById("web-fonts") as HTMLStyleElement;
    let seen = false;
    try {
      seen = sessionStorage.getItem("fonts") === "seen";
      sessionStorage.setItem("fonts", "seen");
    } catch {
      // Storage is blocked: every page is a first one.
    }
    if (seen) style.media = "all";
    const loaded = new Promise((resolve) => addEventListener("load", resolve));
    const markPainted = async () => {
      // The schedulers' frames wait for this as well (embed.css).
      root.dataset.painted = "";
      if (!seen) await showTogether(style.sheet!.cssRules);
      await loaded;
      // Now the browser may fetch ahead (speculation-rules.ts).
      root.dataset.rest = "";
    };
    if (!PerformanceObserver.supportedEntryTypes.includes("paint")) return void markPainted();
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName("first-contentful-paint").length > 0) void markPainted();
    }).observe({ type: "paint", buffered: true });
  }

  /** Switched on as rules, they would be laid out at once in the fallback fonts, and again as each one comes. */
  async function showTogether(rules: CSSRuleList): Promise<void> {
    const fonts = Array.from(rules as Iterable<CSSFontFaceRule>, ({ style }) => {
      const [family, source, weight] = ["font-family", "src", "font-weight"].map((name) =>
        style.getPropertyValue(name),
      );
      return new FontFace(family!.replaceAll('"', ""), source!, { weight });
    });
    await Promise.allSettled(fonts.map((font) => font.load()));
    for (const font of fonts) document.fonts.add(font);
  }

  /**
   * A frame (ui/embed.tsx) is loaded once our server says that its page answers. Its own load event says nothing: it
   * comes for the browser's error page too. The spinner stays for at least half a second.
   */
  function showAnsweringFrames(): void {
    const askAbout = async (frame: HTMLIFrameElement) => {
      frame.dataset.answers = "";
      const answers = await fetch(frame.dataset.check!)
        .then((response) => response.json())
        .catch(() => false);
      if (answers === true) frame.dataset.answers = "yes";
      else setTimeout(() => (frame.dataset.answers = "no"), 500);
    };
    const askAboutAll = () =>
      document
        .querySelectorAll<HTMLIFrameElement>("[data-check]:not([data-answers])")
        .forEach(askAbout);
    for (const event of ["DOMContentLoaded", "embed"]) addEventListener(event, askAboutAll);
    const markLoaded = ({ target }: Event) => {
      if (target instanceof HTMLIFrameElement) setTimeout(() => (target.dataset.loaded = ""), 500);
    };
    // Load events of elements do not bubble.
    document.addEventListener("load", markLoaded, true);
  }

  /** A picture that does not come becomes the placeholder, which does not become anything else. */
  function replaceLostPictures(): void {
    const replace = ({ target }: Event) => {
      if (!(target instanceof HTMLImageElement) || !target.dataset.placeholder) return;
      const { placeholder } = target.dataset;
      if (target.src.endsWith(placeholder)) return;
      // Kept, for React to find them: without candidates the browser passes over them.
      for (const source of target.parentElement!.querySelectorAll("source"))
        source.removeAttribute("srcset");
      target.src = placeholder;
    };
    document.addEventListener("error", replace, true);
  }

  /** Lazy pictures that are not loaded yet leave no hole in print, and are loaded for the next time. */
  function completePrint(): void {
    addEventListener("beforeprint", () => {
      for (const image of document.images) {
        image.hidden = !image.complete;
        image.loading = "eager";
      }
    });
    addEventListener("afterprint", () => {
      for (const image of document.images) image.hidden = false;
    });
  }

  function hydrateOnIntent(): void {
    const intents = [
      "pointermove",
      "pointerdown",
      "touchstart",
      "wheel",
      "scroll",
      "keydown",
      "focusin",
    ];
    const hydrate = ({ target }: Event) => {
      // A page that is prerendered may scroll to its section by itself.
      if (leadsAway(target) || document.prerendering) return;
      for (const intent of intents) removeEventListener(intent, hydrate, true);
      const deferred = document.getElementById("deferred");
      // The deferred script stands at the end of a page that may not have arrived whole yet.
      if (!deferred && document.readyState === "loading")
        addEventListener("DOMContentLoaded", hydrate, { once: true });
      if (!deferred) return;
      loadStylesheet(deferred.dataset.stylesheet);
      preloadContent();
      const script = document.createElement("script");
      script.type = "module";
      script.nonce = deferred.nonce;
      script.textContent = deferred.textContent;
      document.head.append(script);
    };
    for (const intent of intents)
      addEventListener(intent, hydrate, { capture: true, passive: true });
  }

  /** The rules of all pages, for a page that carries only its own (page-styles.server.ts). */
  function loadStylesheet(url: string | undefined): void {
    if (!url) return;
    const link = document.createElement("link");
    const onload = () => (link.dataset.loaded = "");
    document.head.append(
      Object.assign(link, { id: "stylesheet", rel: "stylesheet", href: url, onload }),
    );
  }

  /** The words with which React begins (entry.client.tsx), beside its scripts and not after them. */
  function preloadContent(): void {
    const link = document.createElement("link");
    const href = root.dataset.content!;
    document.head.append(
      Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "", href }),
    );
  }

  function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
    return target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  }

  /** A link to another page works without React, and that page needs the connection and the processor more. */
  function leadsAway(target: EventTarget | null): boolean {
    const link = linkOf(target);
    return link !== null && link.href.split("#")[0] !== location.href.split("#")[0];
  }

  function answerClicks(): void {
    let clickedEarly: HTMLElement | null = null;
    addEventListener("hydrated", () => clickedEarly?.click());
    const answerClick = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      root.toggleAttribute("data-smooth", !leadsAway(target) && Boolean(linkOf(target)?.hash));
      const button = target.closest("button");
      if (button?.hasAttribute("command")) runCommand(button);
      else if (
        button?.type === "button" &&
        !button.hasAttribute("popovertarget") &&
        !root.dataset.hydrated
      )
        clickedEarly = button;
      else if (target.closest('dialog a:not([href^="#"])')) target.closest("dialog")?.close();
    };
    addEventListener("click", answerClick, true);
    // Back and Forward restore where a page stood, at once.
    addEventListener("scrollend", () => root.removeAttribute("data-smooth"));
  }

  /** Sent before React has come, a form would end on the browser's own page where nobody answers. */
  async function keepUnansweredForm(event: SubmitEvent): Promise<void> {
    const { target: form, submitter, defaultPrevented } = event;
    if (defaultPrevented || !(form instanceof HTMLFormElement) || form.dataset.tried) return;
    if (form.getAttribute("method") !== "post") return;
    event.preventDefault();
    const answer = await fetch("", { method: "HEAD" }).catch(() => null);
    if (!answer || answer.status > 499)
      return alert("We can't be reached just now. What you've typed is kept: please try again.");
    form.dataset.tried = "yes";
    form.requestSubmit(submitter);
    delete form.dataset.tried;
  }

  /** Opens or closes a dialog where the browser does not know `command`. */
  function runCommand(button: HTMLButtonElement): void {
    if ("commandForElement" in HTMLButtonElement.prototype) return;
    const dialog = document.getElementById(button.getAttribute("commandfor") ?? "");
    if (!(dialog instanceof HTMLDialogElement)) return;
    if (button.getAttribute("command") === "show-modal") dialog.showModal();
    else dialog.close();
  }
}
