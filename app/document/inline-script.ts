/*
 * What works before, and without, the application's scripts: the theme, the dialogs, and the moment
 * at which the application is fetched. Nothing of it is loaded until the visitor first does
 * something; a click that came too early is done again once it can be answered.
 *
 * The function is written into the page as the text of a script (vite.config.ts), so it uses nothing from outside itself.
 */
export default function inlineScript(): void {
  const root = document.documentElement;

  const showTheme = () => {
    let theme: string | null = null;
    try {
      theme = localStorage.getItem("theme");
    } catch {
      // Storage is blocked: the system's colours it is.
    }
    if (theme !== "light" && theme !== "dark") theme = "system";
    root.dataset.theme = theme;
    for (const input of document.querySelectorAll<HTMLInputElement>("input[name=theme]"))
      input.checked = input.value === theme;
  };
  showTheme();
  const showYear = () => {
    const year = new Intl.DateTimeFormat("en", {
      timeZone: "Australia/Melbourne",
      year: "numeric",
    }).format();
    for (const place of document.querySelectorAll("[data-year]")) place.textContent = year;
  };
  addEventListener("DOMContentLoaded", showTheme);
  addEventListener("DOMContentLoaded", showYear);
  addEventListener("hydrated", showTheme);
  addEventListener("storage", showTheme);
  // A page made ready ahead may have been made before the choice.
  document.addEventListener("prerenderingchange", showTheme);
  addEventListener(
    "change",
    ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.name !== "theme") return;
      try {
        localStorage.setItem("theme", target.value);
      } catch {
        root.dataset.theme = target.value;
        return;
      }
      showTheme();
    },
    // On its way down: while the application is taking over the page it lets no event up again that it cannot answer yet.
    true,
  );

  // On a visitor's first page the web fonts do not hold up the words: those are painted in their stand-ins first.
  // Afterwards the fonts are in the browser's cache and there from the start.
  let fontsSeen = false;
  try {
    fontsSeen = sessionStorage.getItem("fonts") === "seen";
    sessionStorage.setItem("fonts", "seen");
  } catch {
    // Storage is blocked: every page is a first one.
  }
  const showFonts = () => document.getElementById("faces")?.setAttribute("media", "all");
  // Another site's frame waits for the words as well, and on a page that nobody looks at for ever.
  const markPainted = () => {
    root.dataset.painted = "";
    showFonts();
  };
  if (fontsSeen) showFonts();
  if (PerformanceObserver.supportedEntryTypes.includes("paint")) {
    // The first paint may be the bare ground; the words are there with the contentful one.
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName("first-contentful-paint").length > 0) markPainted();
    }).observe({ type: "paint", buffered: true });
  } else markPainted();

  // A calendar's spinner stays half a second at least, then until its frame is there.
  const markLoaded = ({ target }: Event) => {
    if (target instanceof HTMLIFrameElement) setTimeout(() => (target.dataset.loaded = ""), 500);
  };
  // Loads of elements never reach the window.
  document.addEventListener("load", markLoaded, true);

  // Paper does not wait: a picture that is not there yet leaves no hole, and is there the next time.
  addEventListener("beforeprint", () => {
    for (const image of document.images) {
      image.hidden = !image.complete;
      image.loading = "eager";
    }
  });
  addEventListener("afterprint", () => {
    for (const image of document.images) image.hidden = false;
  });

  let early: HTMLElement | null = null;
  const intents = [
    "pointermove",
    "pointerdown",
    "touchstart",
    "wheel",
    "scroll",
    "keydown",
    "focusin",
  ];
  // A link away from this page works by itself, and the page behind it needs the line and the processor more.
  const leadsAway = (target: EventTarget | null) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
    return link && link.href.split("#")[0] !== location.href.split("#")[0];
  };
  const fetchApplication = ({ target }: Event) => {
    // A page made ready ahead may scroll to its section all by itself.
    if (leadsAway(target) || document.prerendering) return;
    for (const intent of intents) removeEventListener(intent, fetchApplication, true);
    const deferred = document.getElementById("deferred");
    // Somebody may be there before the whole page is: then its end brings the application.
    if (!deferred && document.readyState === "loading")
      addEventListener("DOMContentLoaded", fetchApplication, { once: true });
    if (!deferred) return;
    const { sheet } = deferred.dataset;
    if (sheet) {
      const link = document.createElement("link");
      Object.assign(link, {
        id: "sheet",
        rel: "stylesheet",
        href: sheet,
        onload: () => (link.dataset.loaded = ""),
      });
      document.head.append(link);
    }
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = deferred.textContent;
    document.head.append(script);
  };
  for (const intent of intents)
    addEventListener(intent, fetchApplication, { capture: true, passive: true });
  addEventListener("hydrated", () => early?.click());

  addEventListener(
    "click",
    ({ target }) => {
      if (!(target instanceof Element)) return;
      const button = target.closest("button");
      const command = button?.getAttribute("command");
      if (command) {
        // Browsers that know `command` have done it themselves by now.
        if ("commandForElement" in button!) return;
        const dialog = document.getElementById(
          button!.getAttribute("commandfor") ?? "",
        ) as HTMLDialogElement | null;
        if (command === "show-modal") dialog?.showModal();
        else dialog?.close();
      } else if (
        button?.type === "button" &&
        !button.hasAttribute("popovertarget") &&
        !root.dataset.hydrated
      ) {
        early = button;
      } else if (target.closest('dialog a:not([href^="#"])')) {
        target.closest("dialog")?.close();
      }
    },
    true,
  );
}
