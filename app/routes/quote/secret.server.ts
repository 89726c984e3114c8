/** The link of a quote is a secret: what is behind it is neither kept, indexed nor told to other sites. */
export const secretLinkHeaders = {
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
  "Referrer-Policy": "no-referrer",
};
