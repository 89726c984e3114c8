/** Pages at secret links (quotes, invoices) are not stored, indexed or named to other sites. */
export const secretLinkHeaders = {
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
  "Referrer-Policy": "no-referrer",
};
