import { and, eq, isNull } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { amebBookings, salesInvoices } from "#app/server/database/tables.server.ts";
import { addDays, type Day, melbourneDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { findAccount, lockAccount } from "./accounts.server.ts";
import { getBusinessDetails } from "./business.server.ts";
import { hasAccount, hasPayId } from "./how-to-pay.ts";
import { issueDraft } from "./issue-draft.server.ts";
import { type BusinessDetails, type Invoice } from "./model.ts";
import type { TypedInvoice } from "./new-invoice.ts";
import { recordInvoice } from "./record.server.ts";
import { queueInvoice } from "./send.server.tsx";

/** `off`: invoicing is switched off. `incomplete`: no name, ABN or way to pay. */
type IssuingRefusal = "off" | "incomplete" | "due";

export type IssuingResult =
  | { ok: true; invoice: Invoice }
  | { ok: false; reason: IssuingRefusal | "not-found" }
  | { ok: false; reason: "issued"; invoice: Invoice };

export function issuingRefusal(details: BusinessDetails): "off" | "incomplete" | null {
  if (!details.invoicing) return "off";
  const isComplete = details.legalName && details.abn && (hasPayId(details) || hasAccount(details));
  return isComplete ? null : "incomplete";
}

const daysAhead = 731;

export const isDueDay = (dueOn: Day, today: Day) =>
  dueOn > today && dueOn <= addDays(today, daysAhead);

type Issuing = { send: boolean; bookingId?: string | null };

/** Issues typed lines. A resubmission with the same form `key` makes no second invoice. */
export function issueNewInvoice(
  db: Db,
  by: Administrator,
  typed: TypedInvoice,
  { send, bookingId = null }: Issuing,
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
    if (bookingId && !(await isBooking(tx, bookingId))) return { ok: false, reason: "not-found" };
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

const isBooking = async (tx: Db, id: string) =>
  (await tx.$count(amebBookings, and(eq(amebBookings.id, id), isNull(amebBookings.spamReason)))) >
  0;

/** A second call with the same due day changes nothing. */
export function issueDraftInvoice(
  db: Db,
  by: Administrator,
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
  by: Administrator,
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
export function discardDraft(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<boolean> {
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
