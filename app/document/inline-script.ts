/* Becomes a script in every page (inline-script-plugin.ts): uses nothing from outside itself. */
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

  function keepTheme(): void {
    showTheme();
    // The theme may have changed since the page was prerendered.
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
    // Capture phase: while React hydrates, it stops events that it can't handle yet from bubbling.
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

  /** Melbourne is at UTC+11 when a year begins; looking up its zone takes a phone 40 ms. */
  function showYear(): void {
    const year = new Date(Date.now() + 11 * 3_600_000).getUTCFullYear();
    for (const element of document.querySelectorAll("[data-year]")) element.textContent = `${year}`;
  }

  /** The first page paints in the fallback fonts; later pages find the web fonts in the cache. */
  function showWebFontsAfterFirstPaint(): void {
    const style = document.getElementById("web-fonts") as HTMLStyleElement;
    let seen = false;
    try {
      seen = sessionStorage.getItem("fonts") === "seen";
      sessionStorage.setItem("fonts", "seen");
    } catch {
      // Storage is blocked: every page counts as the first.
    }
    if (seen) style.media = "all";
    const loaded = new Promise((resolve) => addEventListener("load", resolve));
    const markPainted = async () => {
      // The schedulers' frames wait for this too (embed.css).
      root.dataset.painted = "";
      if (!seen) await showTogether(style.sheet!.cssRules);
      await loaded;
      // The browser may now prefetch (speculation-rules.ts).
      root.dataset.rest = "";
    };
    if (!PerformanceObserver.supportedEntryTypes.includes("paint")) return void markPainted();
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName("first-contentful-paint").length > 0) void markPainted();
    }).observe({ type: "paint", buffered: true });
  }

  /** Loads all fonts first: plain rules would lay out the page again as each font arrives. */
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

  /** Asks our server if the page answers: a frame's load event also fires for an error page. */
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

  function replaceLostPictures(): void {
    const replace = ({ target }: Event) => {
      if (!(target instanceof HTMLImageElement) || !target.dataset.placeholder) return;
      const { placeholder } = target.dataset;
      if (target.src.endsWith(placeholder)) return;
      // Emptied, not removed: React expects the elements, and browsers skip them without candidates.
      for (const source of target.parentElement!.querySelectorAll("source"))
        source.removeAttribute("srcset");
      target.src = placeholder;
    };
    document.addEventListener("error", replace, true);
  }

  /** Hides lazy pictures that are not loaded, and loads them for the next print. */
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
      // A prerendered page may scroll to its hash by itself.
      if (leadsAway(target) || document.prerendering) return;
      for (const intent of intents) removeEventListener(intent, hydrate, true);
      const deferred = document.getElementById("deferred");
      // The deferred script is at the end of the page, which may not have arrived yet.
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

  /** All rules, for a page that carries only its own (page-styles.server.ts). */
  function loadStylesheet(url: string | undefined): void {
    if (!url) return;
    const link = document.createElement("link");
    const onload = () => (link.dataset.loaded = "");
    document.head.append(
      Object.assign(link, { id: "stylesheet", rel: "stylesheet", href: url, onload }),
    );
  }

  /** React starts with these words (entry.client.tsx); fetched in parallel with its scripts. */
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

  /** Links to other pages work without React, and the next page needs the network and processor. */
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
    // Smooth scrolling must not apply to Back and Forward.
    addEventListener("scrollend", () => root.removeAttribute("data-smooth"));
  }

  /** For browsers without `command` and `commandfor`. */
  function runCommand(button: HTMLButtonElement): void {
    if ("commandForElement" in HTMLButtonElement.prototype) return;
    const dialog = document.getElementById(button.getAttribute("commandfor") ?? "");
    if (!(dialog instanceof HTMLDialogElement)) return;
    if (button.getAttribute("command") === "show-modal") dialog.showModal();
    else dialog.close();
  }
}
