import { handleAuthRequest } from "#app/features/auth/auth.server.ts";
import type { Route } from "./+types/jwks";

export async function loader({ request }: Route.LoaderArgs) {
  const answered = await handleAuthRequest(
    new Request(new URL("/api/auth/jwks", request.url), { headers: request.headers }),
  );
  if (answered.ok) answered.headers.set("Cache-Control", "public, max-age=300");
  return answered;
}
