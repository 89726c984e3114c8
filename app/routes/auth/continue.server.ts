import { redirect } from "react-router";
import { safeAdminPath } from "#app/features/auth/model.ts";
import { getSignedIn } from "#app/features/auth/session.server.ts";

/** Strangers are redirected too: the admin tells them that they have no access. */
export async function redirectSignedIn(request: Request): Promise<{ next: string | null }> {
  const asked = new URL(request.url).searchParams.get("next");
  if (await getSignedIn(request)) throw redirect(safeAdminPath(asked));
  return { next: asked && safeAdminPath(asked) };
}

export function nextPathOf(request: Request): string {
  return safeAdminPath(new URL(request.url).searchParams.get("next"));
}
