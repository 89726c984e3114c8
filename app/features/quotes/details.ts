import { type Cents, toCents } from "#app/values/money.ts";

/* Other programs write `details` too, in any shape: what cannot be read is left out. */

export function memberOf(source: unknown, key: string): unknown {
  return typeof source === "object" && source !== null && Object.hasOwn(source, key)
    ? (source as Record<string, unknown>)[key]
    : undefined;
}

/** In A$, as a number or as text; null when it is neither. */
export function amountOf(value: unknown): Cents | null {
  const text = typeof value === "number" ? value.toFixed(2) : value;
  return typeof text === "string" && /^\d{1,8}(\.\d{1,2})?$/.test(text) ? toCents(text) : null;
}
