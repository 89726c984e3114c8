import { href, redirect } from "react-router";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import type { Route } from "./+types/music";

/* Files are streamed before a route is asked; a form without one, or a reload, comes here. */

const backTo = (token: string, query: string) =>
  redirect(`${href("/exams/:token", { token })}${query}`, {
    status: 303,
    headers: secretLinkHeaders,
  });

export const loader = ({ params: { token } }: Route.LoaderArgs) => backTo(token, "");

export const action = ({ params: { token } }: Route.ActionArgs) =>
  backTo(token, "?refused=malformed#music");
