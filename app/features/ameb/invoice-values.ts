import { content } from "#app/content/content.ts";
import { amebRehearsals } from "#app/content/offers.ts";
import { type InvoiceValues, lineValues, type TypedLine } from "#app/features/invoices/schema.ts";
import { isDay, longDay } from "#app/values/calendar.ts";
import { fromCents } from "#app/values/money.ts";
import { type AmebBooking, includesExam, includesRehearsal } from "./model.ts";

export function invoiceValuesOf(booking: AmebBooking): InvoiceValues {
  const { candidateName, studentParentName, contactEmail, examBoardGrade } = booking;
  return {
    buyerName: studentParentName,
    buyerEmail: contactEmail,
    title: [examBoardGrade, candidateName].filter(Boolean).join(", "),
    ...lineValues(linesOf(booking)),
  };
}

function linesOf(booking: AmebBooking): TypedLine[] {
  const { prices } = content();
  const { serviceRequired, examDate, rehearsalMinutes, rehearsalDate } = booking;
  const lines: TypedLine[] = [];
  if (includesExam(serviceRequired))
    lines.push({
      text: onDay("Exam day accompanying", examDate),
      amount: fromCents(prices.ameb.examDay),
    });
  if (includesRehearsal(serviceRequired)) {
    const listed = amebRehearsals(prices).find(({ minutes }) => minutes === rehearsalMinutes);
    const what = listed ? `Rehearsal of ${listed.minutes} minutes` : "Rehearsal";
    lines.push({ text: onDay(what, rehearsalDate), amount: listed ? fromCents(listed.price) : "" });
  }
  return lines;
}

const onDay = (what: string, day: string | null) =>
  day && isDay(day) ? `${what}, ${longDay(day)}` : what;
