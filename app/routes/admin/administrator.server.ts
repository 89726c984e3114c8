import type { RouterContextProvider } from "react-router";
import { administratorContext } from "#app/features/auth/session.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";

/** Throws where the admin gate did not run. */
export function currentAdministrator(context: Readonly<RouterContextProvider>): Administrator {
  const admitted = context.get(administratorContext);
  if (!admitted) throw new Error("This is not behind the admin gate.");
  return admitted;
}
