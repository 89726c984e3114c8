import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  max,
  notExists,
  or,
  sql,
} from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { findAccounts, isStanding } from "#app/features/invoices/queries.server.ts";
import type { Invoice } from "#app/features/invoices/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  bankLines,
  isOpenInvoice,
  payments,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { type Proposal, proposePayments, type Unmatched, compactText } from "./proposals.ts";

export type BankLine = typeof bankLines.$inferSelect;

const doneShown = 100;

async function undecidedLines(db: Db): Promise<BankLine[]> {
  const booked = db
    .select()
    .from(payments)
    .where(and(eq(payments.bankLineId, bankLines.id), isStanding(db)));
  return db
    .select()
    .from(bankLines)
    .where(and(isNull(bankLines.dismissedAt), notExists(booked)))
    .orderBy(asc(bankLines.day), asc(bankLines.id));
}

const isIssued = and(isNotNull(salesInvoices.reference), isNull(salesInvoices.creditsId));

function openInvoices(db: Db): Promise<Invoice[]> {
  return findAccounts(db, and(isIssued, isOpenInvoice));
}

/** Paid and void invoices that a line names. */
async function closedInvoices(db: Db, lines: readonly BankLine[], open: readonly Invoice[]) {
  if (lines.length === 0) return [];
  const { id, reference } = salesInvoices;
  const issued = await db.select({ id, reference }).from(salesInvoices).where(isIssued);
  const texts = lines.map(({ text }) => compactText(text)).join("\n");
  const isOpen = new Set(open.map((invoice) => invoice.id));
  const named = issued.filter((one) => !isOpen.has(one.id) && texts.includes(one.reference!));
  const ids = named.map((one) => one.id);
  return ids.length > 0 ? findAccounts(db, inArray(id, ids)) : [];
}

export type ProposedLine = BankLine & { proposal: Proposal | Unmatched };

export async function getProposals(db: Db, _administrator: Administrator) {
  const lines = await undecidedLines(db);
  const open = lines.length > 0 ? await openInvoices(db) : [];
  const proposals = proposePayments(lines, [...open, ...(await closedInvoices(db, lines, open))]);
  return { lines: lines.map((line) => ({ ...line, proposal: proposals.get(line.id)! })), open };
}

export type BookedLine = Awaited<ReturnType<typeof getBookedLines>>[number];

export async function getBookedLines(db: Db, _administrator: Administrator) {
  const { id, number, buyerName } = salesInvoices;
  const rows = await db
    .select({ line: bankLines, at: payments.at, invoice: { id, number, buyerName } })
    .from(payments)
    .innerJoin(bankLines, eq(bankLines.id, payments.bankLineId))
    .innerJoin(salesInvoices, eq(salesInvoices.id, payments.salesInvoiceId))
    .where(isStanding(db))
    .orderBy(desc(payments.at), desc(bankLines.day), desc(bankLines.id))
    .limit(doneShown);
  const lines = Map.groupBy(rows, ({ line }) => line.id).values();
  return [...lines].map((parts) => ({
    line: parts[0]!.line,
    at: parts[0]!.at,
    invoices: parts.map(({ invoice }) => invoice),
  }));
}

/** Ids of the lines booked together last that are still booked. */
export async function getLastBooking(db: Db, _administrator: Administrator): Promise<number[]> {
  const isOfLine = and(isNotNull(payments.bankLineId), isStanding(db));
  const last = db
    .select({ at: max(payments.at) })
    .from(payments)
    .where(isOfLine);
  const rows = await db
    .selectDistinct({ id: payments.bankLineId })
    .from(payments)
    .where(and(isOfLine, eq(payments.at, last)));
  return rows.map(({ id }) => id!);
}

export function getDismissedLines(db: Db, _administrator: Administrator): Promise<BankLine[]> {
  return db
    .select()
    .from(bankLines)
    .where(isNotNull(bankLines.dismissedAt))
    .orderBy(desc(bankLines.dismissedAt), desc(bankLines.id))
    .limit(doneShown);
}

export async function findInvoiceByNumber(db: Db, _administrator: Administrator, typed: string) {
  const [number = ""] = typed.split(" · ");
  const named = or(
    eq(sql`upper(${salesInvoices.number})`, number.trim().toUpperCase()),
    eq(salesInvoices.reference, compactText(number)),
  );
  const [found] = await findAccounts(db, and(isIssued, named));
  return found;
}

export function standingPayments(db: Db, lineIds: readonly number[]) {
  return db
    .select()
    .from(payments)
    .where(and(inArray(payments.bankLineId, [...lineIds]), isStanding(db)))
    .orderBy(payments.id);
}
