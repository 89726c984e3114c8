/**
 * Stands for the site's origin in pages that are rendered before it is known. The server puts
 * `SITE_URL` in its place when it reads or renders a page, so one build serves any address.
 */
export const placeholderOrigin = "https://origin.invalid";

/** The origin to write into a page: the browser knows its own. */
export function origin(): string {
  return typeof window === "undefined" ? placeholderOrigin : window.location.origin;
}
