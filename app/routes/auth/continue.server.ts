import { redirect } from "react-router";
import { safeNext } from "#app/features/auth/model.ts";
import { getSignedIn } from "#app/features/auth/session.server.ts";

/** Where the sign-in shall lead, if it says so; whoever is signed in already is led there at once. The admin tells a stranger that they have no access. */
export async function leadOn(request: Request): Promise<{ next: string | null }> {
  const asked = new URL(request.url).searchParams.get("next");
  if (await getSignedIn(request)) throw redirect(safeNext(asked));
  return { next: asked && safeNext(asked) };
}

/** The place to go to after signing in, from the page's own address. */
export function nextOf(request: Request): string {
  return safeNext(new URL(request.url).searchParams.get("next"));
}
