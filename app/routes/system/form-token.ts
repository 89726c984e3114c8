import { newFormToken } from "#app/features/intake/guard.server.ts";

/** Fetched when a visitor begins to fill in a form. */
export function loader() {
  return new Response(newFormToken(), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
