import { type Invoice, restOf } from "#app/features/invoices/model.ts";
import type { Cents } from "#app/values/money.ts";
import { surnameOf } from "#app/values/names.ts";
import { foldLetters, withoutApostrophes } from "#app/values/folding.ts";
import { isUuid } from "#app/values/text.ts";

export type PayableInvoice = Pick<
  Invoice,
  | "id"
  | "number"
  | "reference"
  | "quoteId"
  | "buyerName"
  | "buyerEmail"
  | "title"
  | "kind"
  | "dueOn"
  | "voidedAt"
  | "total"
  | "paid"
  | "credited"
>;

type LineToMatch = { id: number; amount: Cents; text: string };

type ProposalKind = "certain" | "part" | "over" | "likely";

/** Usually one invoice; two when the amount is the sum of a deposit and its balance. */
export type Proposal = {
  kind: ProposalKind;
  parts: { invoice: PayableInvoice; amount: Cents }[];
  /** What is then left of the invoice; negative if overpaid. */
  left: Cents;
  /** The invoice whose reference the line has, if it pays another one of the same client. */
  named?: PayableInvoice;
};

/** `named`: a paid or void invoice whose reference the line has. */
export type Unmatched = { kind: "unmatched"; named: PayableInvoice | null };

type Rests = Map<string, Cents>;

/** In line order: a second line for an invoice is proposed for what the first leaves. */
export function proposePayments(
  lines: readonly LineToMatch[],
  invoices: readonly PayableInvoice[],
): Map<number, Proposal | Unmatched> {
  const isOpen = (invoice: PayableInvoice) => !invoice.voidedAt && restOf(invoice) > 0;
  const open = invoices.filter(isOpen);
  const closed = invoices.filter((invoice) => !isOpen(invoice));
  const rests: Rests = new Map(open.map((invoice) => [invoice.id, restOf(invoice)]));
  const surnames = new Map(
    open.map(({ id, buyerName }) => [id, surnamePattern(surnameOf(buyerName))]),
  );
  return new Map(
    lines.map((line) => {
      const proposal =
        byReference(line, open, rests) ?? otherwise(line, open, closed, rests, surnames);
      if (proposal.kind !== "unmatched")
        for (const { invoice, amount } of proposal.parts)
          rests.set(invoice.id, rests.get(invoice.id)! - amount);
      return [line.id, proposal];
    }),
  );
}

function byReference(
  line: LineToMatch,
  open: readonly PayableInvoice[],
  rests: Rests,
): Proposal | null {
  const named = namedIn(line.text, open);
  if (named.length === 0) return null;
  const restOfInvoice = (invoice: PayableInvoice) => rests.get(invoice.id)!;
  const exact = named.find((invoice) => restOfInvoice(invoice) === line.amount);
  if (exact) return pays("certain", [{ invoice: exact, amount: line.amount }], 0);
  const all = togetherFor(named, line.amount, rests);
  if (all) return pays("certain", all, 0);
  const pair = open.filter(({ quoteId }) => quoteId !== null && quoteId === named[0]!.quoteId);
  const both = togetherFor(pair, line.amount, rests);
  if (both) return pays("likely", both, 0);
  const sibling = siblingFor(named, line.amount, open, rests);
  if (sibling) return sibling;
  const first = named.find((invoice) => restOfInvoice(invoice) > 0) ?? named[0]!;
  const left = restOfInvoice(first) - line.amount;
  return pays(left > 0 ? "part" : "over", [{ invoice: first, amount: line.amount }], left);
}

const pays = (kind: ProposalKind, parts: Proposal["parts"], left: Cents) => ({ kind, parts, left });

/** For clients who pay the balance with the deposit's reference; prefers the same quote. */
function siblingFor(
  named: readonly PayableInvoice[],
  amount: Cents,
  open: readonly PayableInvoice[],
  rests: Rests,
): Proposal | null {
  const fitting = open.filter(({ id }) => rests.get(id) === amount);
  const ofNamed = (isOf: (one: PayableInvoice, other: PayableInvoice) => boolean) =>
    onlyOne(fitting.filter((invoice) => named.some((other) => isOf(invoice, other))));
  const invoice =
    ofNamed((one, other) => one.quoteId !== null && one.quoteId === other.quoteId) ??
    ofNamed((one, other) => one.buyerEmail !== "" && one.buyerEmail === other.buyerEmail);
  return invoice && { ...pays("likely", [{ invoice, amount }], 0), named: named[0]! };
}

/** Null unless the amount is exactly what is left of these invoices. */
function togetherFor(
  invoices: readonly PayableInvoice[],
  amount: Cents,
  rests: Rests,
): Proposal["parts"] | null {
  const parts = invoices
    .map((invoice) => ({ invoice, amount: rests.get(invoice.id)! }))
    .filter((part) => part.amount > 0);
  const sum = parts.reduce((total, part) => total + part.amount, 0);
  return parts.length > 1 && sum === amount ? parts : null;
}

/** Fewest blanks first: `INV0001 2` names INV0001 rather than INV00012. */
function namedIn(text: string, invoices: readonly PayableInvoice[]): PayableInvoice[] {
  const compact = compactText(text);
  return invoices
    .flatMap((invoice) => {
      const { reference } = invoice;
      const found = reference && compact.includes(reference) ? referenceIn(text, reference) : null;
      return found ? [{ invoice, ...found }] : [];
    })
    .toSorted((first, second) => first.blanks - second.blanks)
    .map(({ invoice }) => invoice);
}

function otherwise(
  line: LineToMatch,
  open: readonly PayableInvoice[],
  closed: readonly PayableInvoice[],
  rests: Rests,
  surnames: ReadonlyMap<string, RegExp | null>,
): Proposal | Unmatched {
  const named = namedIn(line.text, closed);
  if (named.length > 0)
    return siblingFor(named, line.amount, open, rests) ?? { kind: "unmatched", named: named[0]! };
  const text = foldedLine(line.text);
  const alike = open.filter(
    ({ id }) => rests.get(id) === line.amount && surnames.get(id)?.test(text),
  );
  const invoice = onlyOne(alike);
  return invoice
    ? pays("likely", [{ invoice, amount: line.amount }], 0)
    : { kind: "unmatched", named: null };
}

/** Of a deposit and its equal balance, the one due first; otherwise null if ambiguous. */
function onlyOne(alike: readonly PayableInvoice[]): PayableInvoice | null {
  const [first, ...others] = alike.toSorted((one, other) =>
    (one.dueOn ?? "9999").localeCompare(other.dueOn ?? "9999"),
  );
  if (!first) return null;
  const isPair = others.every(({ quoteId }) => quoteId !== null && quoteId === first.quoteId);
  return isPair ? first : null;
}

/** Characters that payers put between those of a reference. */
const between = String.raw`[\s\-_./#]*`;

/** Contains every reference that the text names: a faster first check than {@link referenceIn}. */
export const compactText = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** `INV00012` does not name `INV0001`. `blanks`: extra characters within the reference. */
function referenceIn(text: string, reference: string): { blanks: number } | null {
  const before = /^\d/.test(reference) ? String.raw`(?<!\d)` : "";
  const pattern = new RegExp(`${before}${[...reference].join(between)}(?!\\d)`, "gi");
  const lengths = [...text.matchAll(pattern)].map(([found]) => found.length - reference.length);
  return lengths.length > 0 ? { blanks: Math.min(...lengths) } : null;
}

/** A surname as a whole word, as banks write it: `OBRIEN`, `DANG`, `SMITH JONES`, `MUELLER`. */
function surnamePattern(surname: string): RegExp | null {
  const letters = withoutApostrophes(surname.toLowerCase().normalize("NFC"), " ");
  const parts = letters
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((part) => [...part].map((letter) => umlauts[letter] ?? foldLetters(letter)).join(""));
  const name = parts.filter(Boolean).join(String.raw`[^\p{L}\p{N}]*`);
  return letters.length > 1 && name
    ? new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, "u")
    : null;
}

const umlauts: Readonly<Record<string, string>> = {
  ä: "ae?",
  ö: "oe?",
  ü: "ue?",
  ø: "oe?",
  å: "aa?",
};

/** The text for {@link surnamePattern}, with apostrophes and without them. */
const foldedLine = (text: string) =>
  [" ", ""].map((instead) => foldLetters(withoutApostrophes(text, instead))).join("\n");

export type BookingToken = NonNullable<ReturnType<typeof readToken>>;

/** The form value of a proposal: the same text as long as the proposal is unchanged. */
export function tokenOf({ id, proposal }: { id: number; proposal: Proposal | Unmatched }): string {
  if (proposal.kind === "unmatched") return `${id}`;
  const parts = proposal.parts.map(({ invoice, amount }) => `${invoice.id}:${amount}`);
  return [id, proposal.left, ...parts].join(" ");
}

export function readToken(token: string) {
  const [line = "", left = "", ...parts] = token.split(" ");
  const lineId = toLineId(line);
  const read = parts.map((part) => {
    const [invoiceId = "", amount = ""] = part.split(":");
    return { invoiceId, amount: Number(amount) };
  });
  const isWhole = read.every(
    ({ invoiceId, amount }) => isUuid(invoiceId) && Number.isSafeInteger(amount) && amount > 0,
  );
  return lineId !== null && left !== "" && read.length > 0 && isWhole
    ? { lineId, parts: read }
    : null;
}

export function toLineId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
