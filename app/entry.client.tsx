import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

/** A page that was built ahead carries the rules that it uses; those of all others must be there before anything changes. */
async function sheetLoaded(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>("link#sheet");
  if (!link || "loaded" in link.dataset) return;
  await new Promise((done) => {
    link.addEventListener("load", done);
    link.addEventListener("error", done);
  });
}

await sheetLoaded();
startTransition(() => {
  // The next page is drawn in one go; in the slices of a transition it would be there later (docs/decisions/0011-speed.md).
  hydrateRoot(document, <HydratedRouter useTransitions={false} />);
});
