import { and, eq, getTableColumns, gte, inArray, isNull, notExists, or, sql } from "drizzle-orm";
import {
  cancelReminders,
  planFirstReminders,
  planReminders,
  recallReminders,
  isDueBy,
} from "#app/features/reminders/plan.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import type { Owner } from "#app/features/auth/model.ts";
import { pausedReminders, reminders, salesInvoices } from "#app/server/database/tables.server.ts";
import { addDays, type Day, melbourneDay, startOfDay, isDay } from "#app/values/calendar.ts";
import { content } from "#app/content/content.ts";
import type { StandardEmail } from "#app/features/email/templates.ts";
import type { PlannedReminder } from "#app/features/reminders/model.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { type Invoice, nothingPaid, askedOf, transferDays } from "./model.ts";
import { isReachable } from "./queries.server.ts";
import { hasAccount, hasPayId } from "#app/features/business/model.ts";
import { recordInvoice } from "./history.server.ts";

const daysAfterDue = { "3-days-before-due": -3, "1-day-overdue": 1, "7-days-overdue": 7 } as const;

type InvoiceReminderStep = keyof typeof daysAfterDue;
const steps = Object.keys(daysAfterDue) as InvoiceReminderStep[];

const isOverdueStep = (step: InvoiceReminderStep) => daysAfterDue[step] > 0;
export const overdueSteps = steps.filter(isOverdueStep);

/** No overdue step before a transfer made on the issue day could arrive. */
export function invoiceReminderDays(
  invoice: Pick<
    Invoice,
    | "kind"
    | "number"
    | "voidedAt"
    | "issuedOn"
    | "dueOn"
    | "total"
    | "paid"
    | "credited"
    | "returned"
  >,
): (PlannedReminder & { step: InvoiceReminderStep })[] {
  const { kind, number, voidedAt, issuedOn, dueOn } = invoice;
  const isOwed = kind !== "credit-note" && number && !voidedAt && askedOf(invoice) > 0;
  if (!isOwed || !dueOn) return [];
  const arrivesBy = issuedOn ? addDays(issuedOn, transferDays) : dueOn;
  const lastDay = arrivesBy > dueOn ? arrivesBy : dueOn;
  return (
    steps
      .map((step) => ({
        step,
        day: addDays(isOverdueStep(step) ? lastDay : dueOn, daysAfterDue[step]),
      }))
      // Another program may have set the last day that a date can hold.
      .filter(({ day }) => isDay(day))
  );
}

/** Replaces single reminders when several invoices are due on one day. */
export const severalInvoicesEmail = (): StandardEmail => ({
  name: "Several invoices due",
  when: "When several are due for a reminder",
  subject: "A reminder: invoices {{invoice_number}}",
  body: `Hi {{first_name}},

A quick note about invoices {{invoice_number}}: {{amount_due}} is still to pay. They're attached, and \
you can also open them below.

{{how_to_pay}}

If it's already on its way, thank you, and please ignore this email. If you have a question or need a \
little more time, just reply.

${content().site.person}`,
});

export function invoiceReminderEmails(): Record<InvoiceReminderStep, StandardEmail> {
  const { person } = content().site;
  return {
    "3-days-before-due": {
      name: "Invoice due soon",
      when: "3 days before the due date",
      subject: "Invoice {{invoice_number}} is due on {{due_date}}",
      body: `Hi {{first_name}},

A quick note that {{amount_due}} for {{event}} is due on {{due_date}}. The invoice is attached, and \
you can also open it below.

{{how_to_pay}}

If you've just paid it, thank you! If you have a question, just reply.

${person}`,
    },
    "1-day-overdue": {
      name: "Invoice overdue",
      when: "1 day after the due date",
      subject: "A reminder: invoice {{invoice_number}} was due on {{due_date}}",
      body: `Hi {{first_name}},

I haven't seen your payment of {{amount_due}} for {{event}} yet; it was due on {{due_date}}. If \
it's already on its way, thank you, and please ignore this email. Otherwise, the invoice is \
attached, and you can also open it below.

{{how_to_pay}}

If you have a question or need a little more time, just reply.

${person}`,
    },
    "7-days-overdue": {
      name: "Invoice still overdue",
      when: "7 days after the due date",
      subject: "Following up on invoice {{invoice_number}}",
      body: `Hi {{first_name}},

I'm checking in about invoice {{invoice_number}}: {{amount_due}} for {{event}} was due on \
{{due_date}} and hasn't reached me yet. Could you take a look when you have a moment? The invoice is \
attached, and you can also open it below.

{{how_to_pay}}

If something's in the way, reply and we'll sort it out together.

${person}`,
    },
  };
}

export const reminderRecordOf = ({ id }: Pick<Invoice, "id">) => ({ kind: "invoice", id }) as const;

export function planIssuedReminders(tx: Db, issued: readonly Invoice[], now: Date): Promise<void> {
  const plans = issued.map((invoice) => ({
    record: reminderRecordOf(invoice),
    planned: invoiceReminderDays({ ...invoice, ...nothingPaid }),
  }));
  return planFirstReminders(tx, plans, now);
}

export async function replanInvoiceReminders(tx: Db, invoices: readonly Invoice[], now: Date) {
  const { invoicing } = await getBusinessDetails(tx);
  const plans = invoices.map((invoice) => ({
    record: reminderRecordOf(invoice),
    planned: invoicing ? invoiceReminderDays(invoice) : [],
  }));
  const idsOf = (some: typeof plans) => some.map(({ record }) => record.id);
  const asking = plans.filter(({ planned }) => planned.length > 0);
  const ended = plans.filter((plan) => !asking.includes(plan));
  if (asking.length > 0) await recallReminders(tx, "invoice", idsOf(asking), now);
  if (ended.length > 0) await cancelReminders(tx, "invoice", idsOf(ended), now);
  for (const { record, planned } of asking) await planReminders(tx, record, planned, now);
}

/* Transfers show only once the owner checks her account, so reminders wait for a statement, a payment or her word. */

/** A due reminder that may no longer be needed. `reminder`: its id. */
type HeldReminder = {
  reminder: number;
  invoice: Invoice;
  /** The owner has checked her account today: it goes out tomorrow, once that is booked. */
  isTomorrow: boolean;
  isCalledOff: boolean;
};

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
        or(isCalledOff, isUnknown && and(inArray(reminders.step, overdueSteps), isUnknown)),
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

/** Its exam, all lessons of its term, or what was left of its package. */
const isCalledOff = sql<boolean>`(exists (
  select from ameb_bookings booking
  where booking.id = sales_invoices.ameb_booking_id
    and (booking.status = 'cancelled' or booking.deleted_at is not null))
  or exists (select from credits sold where sold.sales_invoice_id = sales_invoices.id
    and (covers_unpaid and not exists (select from diary_entries where credit_id = sold.id)
      or exists (select from credit_moves where credit_id = sold.id and kind = 'refunded'))))`;

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
  by: Owner,
  invoiceIds: readonly string[],
  now = new Date(),
): Promise<number> {
  return db.transaction(async (tx) => {
    const held = (await findHeldReminders(tx, now)).filter(({ invoice }) =>
      invoiceIds.includes(invoice.id),
    );
    const ids = held.map(({ reminder }) => reminder);
    const released = await tx
      .update(reminders)
      .set({ releasedAt: now })
      .where(and(inArray(reminders.id, ids), isNull(reminders.releasedAt)))
      .returning({ id: reminders.recordId });
    for (const id of new Set(released.map((row) => row.id))) {
      const { invoice } = held.find((one) => one.invoice.id === id)!;
      await recordInvoice(tx, by.email, "asked for a reminder about", invoice, now);
    }
    return released.length;
  });
}
