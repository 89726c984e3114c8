/** What ends an email address within a text: the characters that no address here may have. */
const between = /[\s\u0000-\u001f\u007f,;:<>()[\]\\"]+/;
const opening = /^['‘“«]+/;
const closing = /['’”»….!?*]+$/;

/** The whole email addresses that a text names, in lower case. */
export function emailsIn(text: string): Set<string> {
  const tokens = text
    .toLowerCase()
    .split(between)
    .filter((token) => token.includes("@"));
  return new Set(
    tokens.flatMap((token) => [token, token.replace(opening, "").replace(closing, "")]),
  );
}

/** Whether any text within a JSON value names the address as a whole, not as a part of a longer one. */
export function namesEmail(value: unknown, address: string): boolean {
  if (typeof value === "string") return emailsIn(value).has(address);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]) => namesEmail(key, address) || namesEmail(inner, address),
  );
}
