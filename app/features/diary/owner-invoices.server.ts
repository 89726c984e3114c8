import { asc, eq } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { findAccount } from "#app/features/invoices/accounts.server.ts";
import { getBusinessDetails } from "#app/features/invoices/business.server.ts";
import { type BusinessDetails, type Invoice, invoiceState } from "#app/features/invoices/model.ts";
import { issuingRefusal } from "#app/features/invoices/new-invoice.server.ts";
import type { PaymentMethod } from "#app/server/database/enums.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { creditBalance } from "./credits.server.ts";
import { lockEntry } from "./entries.server.ts";
import { asOwner, type Entry } from "./model.ts";
import { issueForSessions } from "./session-invoices.server.ts";
import { canBeInvoiced, canBePaid, sessionLine } from "./session-lines.ts";

/** `incomplete`: no name, ABN or way to pay. `not-due`: no session to pay for. */
export type SessionInvoiceResult =
  | { ok: true; invoice: Invoice }
  | { ok: false; reason: "not-found" | "not-due" | "off" | "incomplete" };

/** Once; again only after that invoice is void. */
export function invoiceSession(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<SessionInvoiceResult> {
  return withSession(db, { id, isDue: canBeInvoiced }, now, (tx, entry, details) =>
    issueForSessions(tx, [entry], { details, actor: asOwner(by) }, now),
  );
}

/** Makes the invoice as paid if there is none; the client gets the receipt only. */
export function paySession(
  db: Db,
  by: Administrator,
  { id, method }: { id: string; method: PaymentMethod },
  now = new Date(),
): Promise<SessionInvoiceResult> {
  return withSession(db, { id, isDue: canBePaid }, now, (tx, entry, details) =>
    issueForSessions(tx, [entry], { details, actor: asOwner(by), paidBy: method }, now),
  );
}

type Asked = { id: string; isDue(entry: Entry): boolean };

/** If the session has an invoice that is not void, that is the answer. */
function withSession(
  db: Db,
  { id, isDue }: Asked,
  now: Date,
  issue: (tx: Db, entry: Entry, details: BusinessDetails) => Promise<Invoice>,
): Promise<SessionInvoiceResult> {
  return db.transaction(async (tx) => {
    const entry = await lockEntry(tx, { id }, now);
    if (!entry) return { ok: false, reason: "not-found" };
    const earlier = entry.salesInvoiceId && (await findAccount(tx, entry.salesInvoiceId));
    if (earlier && !earlier.voidedAt) return { ok: true, invoice: earlier };
    if (!isDue(entry)) return { ok: false, reason: "not-due" };
    const details = await getBusinessDetails(tx);
    const refusal = issuingRefusal(details);
    if (refusal) return { ok: false, reason: refusal };
    return { ok: true, invoice: await issue(tx, entry, details) };
  });
}

export async function getSessionMoney(db: Db, _by: Administrator, entry: Entry, now = new Date()) {
  const { salesInvoiceId: id } = entry;
  const account = id ? await findAccount(db, id) : undefined;
  const invoice = account ? { ...account, state: invoiceState(account, melbourneDay(now)) } : null;
  const text = sessionLine(entry).text;
  const invoiced = invoice?.lines.find((line) => line.text === text)?.amount ?? null;
  const isOpen = !invoice || invoice.voidedAt !== null;
  const isPossible = isOpen && canBeInvoiced(entry);
  const reason = issuingRefusal(await getBusinessDetails(db));
  const refusal = isPossible ? reason : null;
  const canPay = isOpen && canBePaid(entry) && (!isPossible || refusal === null);
  const credit = await creditBalance(db, entry);
  return {
    invoice,
    invoiced,
    canInvoice: isPossible && refusal === null,
    canPay,
    refusal,
    credit,
    canIssue: reason === null,
  };
}

export function listSessionsOf(db: Db, _by: Administrator, invoiceId: string): Promise<Entry[]> {
  return db
    .select()
    .from(diaryEntries)
    .where(eq(diaryEntries.salesInvoiceId, invoiceId))
    .orderBy(asc(diaryEntries.startsAt));
}
