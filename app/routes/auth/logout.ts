import { href, redirect } from "react-router";
import { callAuth } from "#app/features/auth/sign-in.server.ts";
import type { Route } from "./+types/logout";

export const loader = () => redirect(href("/login"));

/** Ends the session on the server and empties the browser of what it kept of the back office. */
export async function action({ request }: Route.ActionArgs) {
  const { headers } = await callAuth(request, "/api/auth/sign-out");
  return redirect(href("/login"), { headers });
}
