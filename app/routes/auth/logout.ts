import { href, redirect } from "react-router";
import { callAuth } from "#app/features/auth/sign-in.server.ts";
import type { Route } from "./+types/logout";

export const loader = () => redirect(href("/login"));

/** Ends the session on the server; its cookie goes too. */
export async function action({ request }: Route.ActionArgs) {
  const { headers } = await callAuth(request, "/api/auth/sign-out");
  return redirect(href("/login"), { headers });
}
