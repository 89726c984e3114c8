/** The link of a quote or an invoice is a secret: its page is not stored, indexed or named to other sites. */
export const secretLinkHeaders = {
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
  "Referrer-Policy": "no-referrer",
};
