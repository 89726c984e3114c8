import { redirect } from "react-router";
import { safeAdminPath } from "#app/features/auth/model.ts";
import { getSignedIn } from "#app/features/auth/session.server.ts";

/** Where the sign-in shall lead, if it says so; whoever is signed in already is led there at once. The admin tells a stranger that they have no access. */
export async function redirectSignedIn(request: Request): Promise<{ next: string | null }> {
  const asked = new URL(request.url).searchParams.get("next");
  if (await getSignedIn(request)) throw redirect(safeAdminPath(asked));
  return { next: asked && safeAdminPath(asked) };
}

/** The place to go to after signing in, from the page's own address. */
export function nextPathOf(request: Request): string {
  return safeAdminPath(new URL(request.url).searchParams.get("next"));
}
