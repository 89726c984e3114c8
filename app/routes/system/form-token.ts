import { newFormToken } from "#app/features/intake/form-token.server.ts";

/** Fetched by a form when a visitor begins to fill it in. */
export function loader() {
  return new Response(newFormToken(), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
