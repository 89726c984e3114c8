import { href, redirect } from "react-router";
import { safeAdminPath } from "#app/features/auth/model.ts";
import { callAuth } from "#app/features/auth/session.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import type { Route } from "./+types/google";

export const loader = () => redirect(href("/login"));

export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request);
  const next = safeAdminPath(String(form.get("next") ?? ""));
  const back = `${href("/login")}?${new URLSearchParams({ next })}`;
  if (!getSettings().GOOGLE_CLIENT_ID) return redirect(`${back}&error=not_configured`);
  const body = {
    provider: "google",
    callbackURL: next,
    errorCallbackURL: back,
    disableRedirect: true,
    // Returned with Google's answer.
    additionalData: { rememberMe: form.get("remember") === "on" },
  };
  const outcome = await callAuth(request, (api, call) => api.signInSocial({ ...call, body }));
  if (!outcome.ok)
    return redirect(`${back}&error=${outcome.code === "limit" ? "limit" : "unavailable"}`);
  return redirect(String(outcome.body.url), { headers: outcome.headers });
}
