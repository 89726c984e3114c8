import { and, eq, isNull } from "drizzle-orm";
import type { Owner } from "#app/features/auth/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { amebBookings, salesInvoices } from "#app/server/database/tables.server.ts";
import { addDays, type Day, melbourneDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { findAccount, findAccounts, invoicesOfBookings, lockAccount } from "./queries.server.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import {
  type BusinessDetails,
  issuingRefusal,
  issuingRefusals,
} from "#app/features/business/model.ts";
import { issueDraft } from "./issue.server.ts";
import type { Invoice } from "./model.ts";
import type { TypedInvoice, DetailTexts } from "./schema.ts";
import { recordInvoice } from "./history.server.ts";
import { queueInvoice } from "./emails.server.tsx";
import type { FormState } from "#app/server/http/forms.server.ts";

/** `off`: invoicing is switched off. `incomplete`: no name, ABN or way to pay. */
type IssuingRefusal = "off" | "incomplete" | "due";

type IssuingResult =
  | { ok: true; invoice: Invoice }
  | { ok: false; reason: IssuingRefusal | "not-found" }
  | { ok: false; reason: "issued"; invoice: Invoice }
  | { ok: false; reason: "another"; invoice: Invoice; known: number };

const daysAhead = 731;

export const isDueDay = (day: Day, today: Day) => day > today && day <= addDays(today, daysAhead);

/** `known`: how many invoices of the booking the owner saw. */
type Issuing = { send: boolean; bookingId?: string | null; known?: number };

/** Issues typed lines. A resubmission with the same form `key` makes no second invoice. */
export function issueNewInvoice(
  db: Db,
  by: Owner,
  typed: TypedInvoice,
  { send, bookingId = null, known }: Issuing,
  now = new Date(),
  key = "",
): Promise<IssuingResult> {
  return db.transaction(async (tx) => {
    const id = recordId(`invoice of ${by.userId}`, key, { typed, bookingId });
    const existing = key ? await findAccount(tx, id) : undefined;
    if (existing) return { ok: true, invoice: existing };
    const details = await getBusinessDetails(tx);
    const refusal = issuingRefusal(details);
    if (refusal) return { ok: false, reason: refusal };
    if (!isDueDay(typed.dueOn, melbourneDay(now))) return { ok: false, reason: "due" };
    if (bookingId) {
      if (!(await lockBooking(tx, bookingId))) return { ok: false, reason: "not-found" };
      const others = await findAccounts(tx, invoicesOfBookings([bookingId]));
      // The same form, sent twice at once.
      const own = others.find((one) => one.id === id);
      if (own) return { ok: true, invoice: own };
      const another = others.at(-1);
      if (another && known !== undefined && others.length > known)
        return { ok: false, reason: "another", invoice: another, known: others.length };
    }
    const total = typed.lines.reduce((sum, { amount }) => sum + amount, 0);
    const content = { ...typed, total, amebBookingId: bookingId, createdBy: by.email };
    // A concurrent submission of the same form waits here.
    const [draft] = await tx
      .insert(salesInvoices)
      .values({ id, kind: "other", ...content, createdAt: now })
      .onConflictDoNothing({ target: salesInvoices.id })
      .returning();
    if (!draft) return { ok: true, invoice: (await findAccount(tx, id))! };
    const invoice = await complete(tx, by, draft, typed.dueOn, {
      details,
      send,
      now,
    });
    return { ok: true, invoice };
  });
}

/** "Done" on the day of the exam makes an invoice under the same lock. */
const lockBooking = async (tx: Db, id: string) =>
  (
    await tx
      .select({ id: amebBookings.id })
      .from(amebBookings)
      .where(and(eq(amebBookings.id, id), isNull(amebBookings.spamReason)))
      .for("update")
  ).length > 0;

/** A second call with the same due day changes nothing. */
export function issueDraftInvoice(
  db: Db,
  by: Owner,
  id: string,
  { dueOn, send }: { dueOn: Day; send: boolean },
  now = new Date(),
): Promise<IssuingResult> {
  return db.transaction(async (tx) => {
    const draft = await lockAccount(tx, id);
    if (!draft) return { ok: false, reason: "not-found" };
    if (draft.number)
      return draft.dueOn === dueOn
        ? { ok: true, invoice: draft }
        : { ok: false, reason: "issued", invoice: draft };
    const details = await getBusinessDetails(tx);
    const refusal = issuingRefusal(details);
    if (refusal) return { ok: false, reason: refusal };
    if (!isDueDay(dueOn, melbourneDay(now))) return { ok: false, reason: "due" };
    return { ok: true, invoice: await complete(tx, by, draft, dueOn, { details, send, now }) };
  });
}

async function complete(
  tx: Db,
  by: Owner,
  draft: Invoice,
  dueOn: Day,
  { details, send, now }: { details: BusinessDetails; send: boolean; now: Date },
): Promise<Invoice> {
  const invoice = { ...draft, ...(await issueDraft(tx, draft, dueOn, details, now)) };
  const after = { total: formatMoney(invoice.total), due: dueOn };
  await recordInvoice(tx, by.email, "issued", invoice, now, { after });
  if (send) await queueInvoice(tx, invoice, details);
  return invoice;
}

/** False when it is already issued. A missing draft counts as discarded. */
export function discardDraft(db: Db, by: Owner, id: string, now = new Date()) {
  return db.transaction(async (tx) => {
    const draft = await lockAccount(tx, id);
    if (!draft) return true;
    if (draft.number) return false;
    await tx.delete(salesInvoices).where(eq(salesInvoices.id, id));
    const { total, title, buyerEmail: email } = draft;
    // An erasure finds this entry by the email: the draft itself is gone.
    const before = { total: formatMoney(total), title, email };
    await recordInvoice(tx, by.email, "discarded", draft, now, { before });
    return true;
  });
}

export const dueRefusal = "The due date must be tomorrow or later, and within two years.";

export function notIssued(result: Exclude<IssuingResult, { ok: true }>): InvoiceAnswer {
  switch (result.reason) {
    case "due":
      return { ok: false, errors: { dueOn: dueRefusal } };
    case "not-found":
      return { ...conflict("Not issued: what it's for no longer exists."), status: 404 };
    case "another":
      return conflict(
        `Not issued: ${result.invoice.number ?? "a draft"} was made for this exam after you opened this form. \
If your client owes both, issue it again.`,
      );
    case "issued":
      return conflict("This invoice has already been issued.");
    default:
      return conflict(issuingRefusals[result.reason]);
  }
}

export type InvoiceFormState = FormState & { theirs?: Partial<DetailTexts> };

type InvoiceAnswer = FormState & { status?: number };

const conflict = (message: string): InvoiceAnswer => ({ ok: false, message });
