import { and, eq, getTableColumns, gte, inArray, isNull, notExists, or, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { isDueBy } from "#app/features/reminders/plan.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/rows.server.ts";
import { pausedReminders, reminders, salesInvoices } from "#app/server/database/tables.server.ts";
import { addDays, type Day, melbourneDay, startOfDay } from "#app/values/calendar.ts";
import { isReachable } from "./accounts.server.ts";
import { getBusinessDetails } from "./business.server.ts";
import { hasAccount, hasPayId } from "./how-to-pay.ts";
import type { Invoice } from "./model.ts";
import { recordInvoice } from "./record.server.ts";
import { invoiceReminderDays, invoiceReminderSteps, isOverdueStep } from "./reminder-steps.ts";

/*
 * Transfers are known only once the owner has checked her account. Until then a reminder waits for
 * a statement, a typed payment or her release, as do reminders for a cancelled booking.
 */

/** A due reminder that may no longer be needed. `reminder`: its id. */
export type HeldReminder = {
  reminder: number;
  invoice: Invoice;
  /** The owner has checked her account today: it goes out tomorrow, once that is booked. */
  isTomorrow: boolean;
  isCalledOff: boolean;
};

/** Earliest due first. */
export async function findHeldReminders(
  db: Db,
  now = new Date(),
  invoiceId?: string,
): Promise<HeldReminder[]> {
  const details = await getBusinessDetails(db);
  if (!details.invoicing) return [];
  const isUnknown =
    hasPayId(details) || hasAccount(details)
      ? or(gte(salesInvoices.dueOn, await bankKnownUntil(db, melbourneDay(now))), isUndecided)
      : undefined;
  // Records of today may still be booked today: reminders they release go out tomorrow.
  const knownTomorrow = await bankKnownUntil(db, addDays(melbourneDay(now), 1));
  const rows = await db
    .select({
      ...getTableColumns(salesInvoices),
      reminder: reminders.id,
      step: reminders.step,
      isUndecided,
      isCalledOff,
    })
    .from(reminders)
    .innerJoin(salesInvoices, eq(salesInvoices.id, reminders.recordId))
    .where(
      and(
        eq(reminders.recordKind, "invoice"),
        eq(reminders.state, "wanted"),
        isDueBy(now),
        isNull(reminders.releasedAt),
        or(
          isCalledOff,
          isUnknown &&
            and(inArray(reminders.step, invoiceReminderSteps.filter(isOverdueStep)), isUnknown),
        ),
        notExists(
          db.select().from(pausedReminders).where(eq(pausedReminders.recordId, reminders.recordId)),
        ),
        invoiceId ? eq(salesInvoices.id, invoiceId) : undefined,
      ),
    )
    .orderBy(salesInvoices.dueOn, reminders.id);
  return rows.flatMap(({ reminder, step, isUndecided: isOpen, isCalledOff: isOff, ...invoice }) => {
    const isOwed =
      isReachable(invoice) && invoiceReminderDays(invoice).some((planned) => planned.step === step);
    const isTomorrow = !isOff && !isOpen && invoice.dueOn! < knownTomorrow;
    return isOwed ? [{ reminder, invoice, isTomorrow, isCalledOff: isOff }] : [];
  });
}

/** Payments before the returned day are known, from what the owner did before `day`. */
async function bankKnownUntil(db: Db, day: Day): Promise<Day> {
  const start = startOfDay(day).toISOString();
  // A payment moved from another invoice has no `form` id.
  const [row] = await rowsOf<{ covered: Day | null; typed: string | Date | null }>(
    db,
    sql`select
      (select max(greatest(covers_until, (select max(day) from bank_lines where import_id = statement.id)))
        from bank_imports statement where created_at < ${start})::text as covered,
      (select max(at) from payments where bank_line_id is null and reverses_id is null
        and external_id like 'form %' and amount_cents > 0 and method not in ('card', 'cash')
        and at < ${start}) as typed`,
  );
  const typed = row?.typed ? melbourneDay(new Date(row.typed)) : "";
  const covered = row?.covered ?? "";
  return covered > typed ? covered : typed || "0001-01-01";
}

const isCalledOff = sql<boolean>`exists (
  select from ameb_bookings booking
  where booking.id = sales_invoices.ameb_booking_id and booking.status = 'cancelled')`;

/** A bank line that may pay the invoice and is neither booked nor set aside. */
const isUndecided = sql<boolean>`exists (
  select from bank_lines line
  where line.dismissed_at is null and line.day >= sales_invoices.issued_on
    and (line.amount_cents = sales_invoices.total_cents - paid_cents - credited_cents
      or position(sales_invoices.reference in regexp_replace(upper(line.text), '[^A-Z0-9]', '', 'g')) > 0)
    and not exists (
      select from payments booked
      where booked.bank_line_id = line.id and booked.reverses_id is null
        and not exists (select from payments undo where undo.reverses_id = booked.id)))`;

/** Returns how many were released; the next run of the task sends them. */
export function releaseReminders(
  db: Db,
  by: Administrator,
  invoiceIds: readonly string[],
  now = new Date(),
): Promise<number> {
  return db.transaction(async (tx) => {
    const held = (await findHeldReminders(tx, now)).filter(({ invoice }) =>
      invoiceIds.includes(invoice.id),
    );
    const released = await tx
      .update(reminders)
      .set({ releasedAt: now })
      .where(
        and(
          inArray(
            reminders.id,
            held.map(({ reminder }) => reminder),
          ),
          isNull(reminders.releasedAt),
        ),
      )
      .returning({ id: reminders.recordId });
    for (const id of new Set(released.map((row) => row.id))) {
      const { invoice } = held.find((one) => one.invoice.id === id)!;
      await recordInvoice(tx, by.email, "asked for a reminder about", invoice, now);
    }
    return released.length;
  });
}
