/** Stands for the site's origin in pages rendered before it is known; the server replaces it by `SITE_URL`. */
export const placeholderOrigin = "https://origin.invalid";

/** The origin to write into a page. */
export function origin(): string {
  return typeof window === "undefined" ? placeholderOrigin : window.location.origin;
}
