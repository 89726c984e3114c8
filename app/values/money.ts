/** Amounts are whole Australian cents; nothing is ever added up in dollars. */
export type Cents = number;

/**
 * Reads an amount as the database writes it, such as `"1200.00"`. Anything else is `NaN`, which
 * makes every sum `NaN`.
 */
export function toCents(amount: string): Cents {
  const match = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(amount);
  if (!match) return Number.NaN;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

/**
 * Reads an amount as a person types it: `1200`, `1,200.50`, `A$1 200`. Commas and blanks stand only
 * where thousands are, so that nobody's decimal comma makes 350,50 thirty-five thousand; else null.
 */
export function typedAmount(typed: string): Cents | null {
  const figures = typed.trim().replace(/^A?\$\s*/i, "");
  const grouped = /^\d{1,3}(?:(?:,\d{3})+|(?:\s\d{3})+)(?:\.\d{1,2})?$/.test(figures);
  const amount = toCents(grouped ? figures.replace(/[,\s]/g, "") : figures);
  return Number.isNaN(amount) ? null : amount;
}

/** Writes cents as the database reads them: `120000` is `"1200.00"`. */
export function fromCents(cents: Cents): string {
  if (Number.isNaN(cents)) return "NaN";
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

const grouped = new Intl.NumberFormat("en-AU", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** `A$1,200.00`: the specification's currency, always with two decimals; `N/A` for what is no amount. */
export function formatMoney(cents: Cents): string {
  if (Number.isNaN(cents)) return "N/A";
  const sign = cents < 0 ? "−" : "";
  return `${sign}A$${grouped.format(Math.abs(cents) / 100)}`;
}

/** `A$1,200`: for prices in running text, where the cents are always zero. */
export function formatPrice(cents: Cents): string {
  return cents % 100 === 0 ? formatMoney(cents).slice(0, -3) : formatMoney(cents);
}

/** How much of a total secures the date, in percent. */
export const depositPercent = 50;

/**
 * Splits a total into the deposit of {@link depositPercent} and the balance; an odd cent goes to
 * the deposit, so both add up to the total.
 */
export function splitDeposit(total: Cents): { deposit: Cents; balance: Cents } {
  const deposit = Math.ceil((total * depositPercent) / 100);
  return { deposit, balance: total - deposit };
}
