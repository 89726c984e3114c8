import { href, redirect } from "react-router";
import { safeAdminPath } from "#app/features/auth/model.ts";
import { callAuth } from "#app/features/auth/session.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import type { Route } from "./+types/logout";

export const loader = () => redirect(href("/login"));

/** `next`: the page to return to after the next login. */
export async function action({ request }: Route.ActionArgs) {
  const next = (await readForm(request).catch(() => null))?.get("next");
  const { headers } = await callAuth(request, (api, call) => api.signOut(call));
  return redirect(
    typeof next === "string"
      ? `${href("/login")}?${new URLSearchParams({ next: safeAdminPath(next) })}`
      : href("/login"),
    { headers },
  );
}
