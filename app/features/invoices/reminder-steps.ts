import type { PlannedReminder } from "#app/features/reminders/model.ts";
import { addDays, isDay } from "#app/values/calendar.ts";
import { transferDays } from "./due.ts";
import { askedOf, type Invoice } from "./model.ts";

const daysAfterDue = { "3-days-before-due": -3, "1-day-overdue": 1, "7-days-overdue": 7 } as const;

export type InvoiceReminderStep = keyof typeof daysAfterDue;
export const invoiceReminderSteps = Object.keys(daysAfterDue) as InvoiceReminderStep[];

export const isOverdueStep = (step: InvoiceReminderStep) => daysAfterDue[step] > 0;

export const invoiceStepLabels: Record<InvoiceReminderStep, string> = {
  "3-days-before-due": "3 days before the due date",
  "1-day-overdue": "1 day after the due date",
  "7-days-overdue": "7 days after the due date",
};

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
    invoiceReminderSteps
      .map((step) => ({
        step,
        day: addDays(isOverdueStep(step) ? lastDay : dueOn, daysAfterDue[step]),
      }))
      // Another program may have set the last day that a date can hold.
      .filter(({ day }) => isDay(day))
  );
}
