import { newFormToken } from "#app/features/intake/form-token.server.ts";

/** The time at which somebody began to fill in a form, signed; asked for by the form itself. */
export function loader() {
  return new Response(newFormToken(), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
