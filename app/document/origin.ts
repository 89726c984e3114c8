/** In prerendered pages; the server replaces it by `SITE_URL`. */
export const placeholderOrigin = "https://origin.invalid";

export function origin(): string {
  return typeof window === "undefined" ? placeholderOrigin : window.location.origin;
}
