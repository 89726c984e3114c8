import type { InvoiceLine } from "#app/server/database/tables.server.ts";
import type { Cents } from "#app/values/money.ts";

/** The GST within a price that includes it: an eleventh, half a cent rounded up. */
export function gstWithin(total: Cents): Cents {
  return Math.floor((2 * total + 11) / 22);
}

/** The GST of what is left of a total after a first part was invoiced: together they carry the total's. */
export function gstOfRest(total: Cents, first: Cents): Cents {
  return gstWithin(total) - gstWithin(first);
}

/** What of these lines carries no GST; other programs may have written them. */
export function gstFreeOf(lines: readonly InvoiceLine[]): Cents {
  const free = lines.filter((line) => line?.gstFree && Number.isSafeInteger(line.amount));
  return free.reduce((sum, { amount }) => sum + amount, 0);
}

type Credited = { total: Cents; gst: Cents | null; credited: Cents };

/**
 * The GST of a credit note for this part of an invoice. Each takes its share of the invoice's own GST
 * after what was credited before, so that the credit notes of a whole invoice carry all of it.
 */
export function gstOfCredit(invoice: Credited, amount: Cents): Cents | null {
  return invoice.gst === null ? null : shareOfCredit(invoice, invoice.gst, amount);
}

/** The same of any other part of the total. */
export function shareOfCredit(
  { total, credited }: Omit<Credited, "gst">,
  part: Cents,
  amount: Cents,
): Cents {
  // Rounded half up in whole numbers: the products may be larger than a double counts exactly.
  const share = (upTo: Cents) =>
    total === 0
      ? 0
      : Number((2n * BigInt(part) * BigInt(upTo) + BigInt(total)) / (2n * BigInt(total)));
  return share(credited + amount) - share(credited);
}

/** What one line says of an amount, a part of which is GST-free. */
export function linesOver(text: string, amount: Cents, free: Cents): InvoiceLine[] {
  if (free === 0) return [{ text, amount }];
  const lines: InvoiceLine[] = [
    { text, amount: amount - free },
    { text, amount: free, gstFree: true },
  ];
  return lines.filter((line) => line.amount !== 0);
}
