/** Characters that no email address here may contain. */
const between = /[\s\u0000-\u001f\u007f,;:<>()[\]\\"]+/;
const opening = /^['‘“«]+/;
const closing = /['’”»….!?*]+$/;

export function emailsIn(text: string): Set<string> {
  const tokens = text
    .toLowerCase()
    .split(between)
    .filter((token) => token.includes("@"));
  return new Set(
    tokens.flatMap((token) => [token, token.replace(opening, "").replace(closing, "")]),
  );
}

/** Compares whole emails only, in nested keys and values. */
export function namesEmail(value: unknown, address: string): boolean {
  if (typeof value === "string") return emailsIn(value).has(address);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]) => namesEmail(key, address) || namesEmail(inner, address),
  );
}
