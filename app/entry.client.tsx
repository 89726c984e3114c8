import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

startTransition(() => {
  // In a transition's time slices the next page would be painted later (docs/decisions/0011-speed.md).
  hydrateRoot(document, <HydratedRouter useTransitions={false} />);
});
