import type { InvoiceLine } from "#app/server/database/tables.server.ts";
import type { Cents } from "#app/values/money.ts";

/** An eleventh, half a cent rounded up. */
export function gstWithin(total: Cents): Cents {
  return Math.floor((2 * total + 11) / 22);
}

/** Both parts together carry exactly the total's GST. */
export function gstOfRest(total: Cents, first: Cents): Cents {
  return gstWithin(total) - gstWithin(first);
}

/** Checks the amounts: other programs may have written the lines. */
export function gstFreeOf(lines: readonly InvoiceLine[]): Cents {
  const free = lines.filter((line) => line?.gstFree && Number.isSafeInteger(line.amount));
  return free.reduce((sum, { amount }) => sum + amount, 0);
}

type Credited = { total: Cents; gst: Cents | null; credited: Cents };

/** Each takes its share after earlier ones, so that together they carry the invoice's exact GST. */
export function gstOfCredit(invoice: Credited, amount: Cents): Cents | null {
  return invoice.gst === null ? null : shareOfCredit(invoice, invoice.gst, amount);
}

export function shareOfCredit(
  { total, credited }: Omit<Credited, "gst">,
  part: Cents,
  amount: Cents,
): Cents {
  // Half up in BigInt: the products may exceed safe integers.
  const share = (upTo: Cents) =>
    total === 0
      ? 0
      : Number((2n * BigInt(part) * BigInt(upTo) + BigInt(total)) / (2n * BigInt(total)));
  return share(credited + amount) - share(credited);
}

export function linesOver(text: string, amount: Cents, free: Cents): InvoiceLine[] {
  if (free === 0) return [{ text, amount }];
  const lines: InvoiceLine[] = [
    { text, amount: amount - free },
    { text, amount: free, gstFree: true },
  ];
  return lines.filter((line) => line.amount !== 0);
}
