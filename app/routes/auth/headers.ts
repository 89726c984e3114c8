/** The headers of every page of the sign-in: kept by nobody, its address told to no other site. */
export const headers = () => ({
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
  "Referrer-Policy": "same-origin",
});
