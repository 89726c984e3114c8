import { href, redirect } from "react-router";
import { signOut } from "#app/features/auth/sign-in.server.ts";
import type { Route } from "./+types/logout";

export const loader = () => redirect(href("/login"));

export async function action({ request }: Route.ActionArgs) {
  const headers = await signOut(request);
  return redirect(href("/login"), { headers });
}
