import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

// A page that was built ahead carries the rules that it uses; those of all others must be there before anything changes.
// While they are not, as after an update that took them away, the page goes on without the application.
const sheet = document.querySelector<HTMLLinkElement>("link#sheet");
if (sheet && !("loaded" in sheet.dataset))
  await new Promise((loaded) => sheet.addEventListener("load", loaded));

startTransition(() => {
  // The next page is drawn in one go; in the slices of a transition it would be there later (docs/decisions/0011-speed.md).
  hydrateRoot(document, <HydratedRouter useTransitions={false} />);
});
