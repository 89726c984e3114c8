/** Whole Australian cents. */
export type Cents = number;

/** Reads the database's `"1200.00"`; anything else is `NaN`. */
export function toCents(amount: string): Cents {
  const match = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(amount);
  if (!match) return Number.NaN;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

/** Reads `1200`, `1,200.50` or `A$1 200`; refuses `350,50`, which would become 35,050. */
export function typedAmount(typed: string): Cents | null {
  const figures = typed.trim().replace(/^A?\$\s*/i, "");
  const grouped = /^\d{1,3}(?:(?:,\d{3})+|(?:\s\d{3})+)(?:\.\d{1,2})?$/.test(figures);
  const amount = toCents(grouped ? figures.replace(/[,\s]/g, "") : figures);
  return Number.isNaN(amount) ? null : amount;
}

/** Also with a sign before or after the currency: `-10`, `−A$10`, `A$-10`. */
export function typedSignedAmount(typed: string): Cents | null {
  const [, before = "", sign, figures = ""] =
    /^\s*(A?\$)?\s*([-\u2212\u2013])?(.*)$/is.exec(typed) ?? [];
  const amount = typedAmount(sign && !before ? figures : before + figures);
  return sign && amount ? -amount : amount;
}

/** `"1200.00"`, for the database. */
export function fromCents(cents: Cents): string {
  if (Number.isNaN(cents)) return "NaN";
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

/** `A$1,200.00`, or `N/A` for `NaN`. */
export function formatMoney(cents: Cents): string {
  if (Number.isNaN(cents)) return "N/A";
  const sign = cents < 0 ? "−" : "";
  const grouped = (Math.abs(cents) / 100).toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ",");
  return `${sign}A$${grouped}`;
}

/** `A$1,200`: without cents when they are zero. */
export function formatPrice(cents: Cents): string {
  return cents % 100 === 0 ? formatMoney(cents).slice(0, -3) : formatMoney(cents);
}
