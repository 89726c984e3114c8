import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { type Content, setContentState } from "#app/content/content.ts";
import { keepThroughRedraw } from "#app/document/redraw.ts";
import { fetchAhead, reachPages } from "#app/ui/reach-pages.ts";

// A prerendered page has only the rules that it uses; without the whole stylesheet it goes on without React.
async function stylesheetLoaded(): Promise<void> {
  const stylesheet = document.querySelector<HTMLLinkElement>("link#stylesheet");
  if (stylesheet && !("loaded" in stylesheet.dataset))
    await new Promise((loaded) => stylesheet.addEventListener("load", loaded));
}

// The words that the page shows; where nobody has them any more, as after a restart, it goes on without React.
const url = document.documentElement.dataset.content!;
const [response] = await Promise.all([fetch(url), stylesheetLoaded()]);
if (response.ok) {
  setContentState({ content: (await response.json()) as Content, url });
  keepThroughRedraw();
  for (const event of ["pointerover", "focusin"]) addEventListener(event, fetchAhead);
  startTransition(() => {
    // In a transition's time slices the next page would be painted later (docs/decisions/0011-speed.md).
    const router = <HydratedRouter useTransitions={false} instrumentations={[reachPages]} />;
    hydrateRoot(document, router, {
      // Mostly a translation or an extension, and nothing is lost: no error. The tests' guard tells of ours.
      onRecoverableError: (error) => console.info("React drew the page anew:", error),
    });
  });
}
