import { and, eq, inArray } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { type Administrator, isOwner, type Owner } from "#app/features/auth/model.ts";
import { issueNewInvoice } from "#app/features/invoices/commands.server.ts";
import { isAsked } from "#app/features/invoices/queries.server.ts";
import {
  newInvoiceLimits,
  newInvoiceSchema,
  type TypedInvoice,
} from "#app/features/invoices/schema.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { type ExamMark, examMarkKinds } from "#app/server/database/enums.ts";
import {
  amebBookings,
  examMarks,
  isListedBooking,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { addDays, isInstant, melbourneDay } from "#app/values/calendar.ts";
import { msPerHour } from "#app/values/durations.ts";
import { check } from "#app/values/rules.ts";
import { isUuid } from "#app/values/text.ts";
import { invoiceValuesOf } from "./invoice-values.ts";
import { type AmebBooking, bookingLabel } from "./model.ts";

type Mark = { bookingId: string; kind: ExamMark; at: Date };

/** Of a phone that had no line; an older or a future time is that of a wrong clock. */
const longestAgo = 36 * msPerHour;

/** Once for each exam and kind, however often it is sent; false for an unknown exam. */
export function markExam(
  db: Db,
  by: Administrator,
  { bookingId, kind, at }: Mark,
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!isUuid(bookingId)) return false;
    const ofId = and(eq(amebBookings.id, bookingId), isListedBooking);
    const [booking] = await tx.select().from(amebBookings).where(ofId).for("update");
    if (!booking) return false;
    const isKnown = at <= now && now.getTime() - at.getTime() < longestAgo;
    const [added] = await tx
      .insert(examMarks)
      .values({ bookingId, kind, at: isKnown ? at : now })
      .onConflictDoNothing()
      .returning();
    if (added) {
      const subject = { kind: "booking", id: bookingId, label: bookingLabel(booking) } as const;
      const action = kind === "done" ? "played" : "arrived for";
      await recordActivity(tx, { actor: by.email, action, subject }, now);
    }
    // Also where an assistant was first.
    if (kind === "done" && isOwner(by)) await invoiceExam(tx, by, booking, now);
    return true;
  });
}

/** As the page's forms and its script send it. */
export async function markFrom(db: Db, by: Administrator, form: FormData): Promise<boolean> {
  const kind = examMarkKinds.find((one) => one === form.get("kind"));
  const now = new Date();
  const at = new Date(String(form.get("at") ?? now.toISOString()));
  const bookingId = String(form.get("booking") ?? "");
  return kind && isInstant(at) ? markExam(db, by, { bookingId, kind, at }, now) : false;
}

export const invoicesOfBookings = (ids: readonly string[]) =>
  and(inArray(salesInvoices.amebBookingId, [...ids]), isAsked);

/** Null where the owner has to type an amount. */
export function examInvoice(booking: AmebBooking, now: Date): TypedInvoice | null {
  const dueOn = addDays(melbourneDay(now), newInvoiceLimits.dueDays);
  const typed = check(newInvoiceSchema, { dueOn, ...invoiceValuesOf(booking) });
  return typed.ok ? typed.value : null;
}

/** Unless there is one already. Where it isn't made, the card leads to the form. */
async function invoiceExam(tx: Db, by: Owner, booking: AmebBooking, now: Date) {
  const typed = booking.status === "cancelled" ? null : examInvoice(booking, now);
  if (!typed || (await tx.$count(salesInvoices, invoicesOfBookings([booking.id]))) > 0) return;
  const key = `exam day ${booking.id}`;
  await issueNewInvoice(tx, by, typed, { send: true, bookingId: booking.id }, now, key);
}
