/** The three browser engines' messages for a request without an answer. */
const lost = /failed to fetch|networkerror|load failed/i;

/** Null when the server has answered. In the browser only. */
export function unreached(
  error: unknown,
): "You're offline." | "We can't be reached just now." | null {
  if (typeof document === "undefined") return null;
  if (!navigator.onLine) return "You're offline.";
  return error instanceof TypeError && lost.test(error.message)
    ? "We can't be reached just now."
    : null;
}
