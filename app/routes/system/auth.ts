import { handleAuthRequest } from "#app/features/auth/auth.server.ts";
import type { Route } from "./+types/auth";

export const loader = ({ request }: Route.LoaderArgs) => handleAuthRequest(request);
export const action = ({ request }: Route.ActionArgs) => handleAuthRequest(request);
