import { askAuth } from "#app/features/auth/auth.server.ts";
import type { Route } from "./+types/auth";

export const loader = ({ request }: Route.LoaderArgs) => askAuth(request);
export const action = ({ request }: Route.ActionArgs) => askAuth(request);
