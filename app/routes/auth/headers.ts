/** The headers of every page of the sign-in: kept by nobody, its address told to no other site; with the wait that a limit asks for. */
export function headers({ actionHeaders }: { actionHeaders: Headers }) {
  const wait = actionHeaders.get("Retry-After");
  return { "Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "same-origin", ...(wait && { "Retry-After": wait }) };
}
