import type { fillInsOf } from "#app/content/fill-ins.ts";

/** What each fill-in is and where it is kept. */
export const fillInLabels: Record<keyof ReturnType<typeof fillInsOf>, string> = {
  your_name: "your name",
  first_name: "your first name",
  email: "your public email",
  reply_time: "how soon you reply",
  coaching_from: "the lowest price of a session",
  shortest_session: "how long that session is, in minutes",
  package_sizes: "the numbers of sessions in your packages",
  live_piano_from: "the price of an evening",
  usual_hours: "the usual hours of live piano",
  extra_hour_until: "when an evening with an extra hour ends",
  deposit_percent: "the deposit, in per cent",
  balance_days: "days before an event that the balance is due",
  exam_day_price: "the price of an exam day",
  rehearsal_lengths: "the lengths of rehearsals, in minutes",
  arrival_minutes: "minutes before an exam that you arrive",
  rehearsal_weeks: "weeks before an exam that rehearsals are best",
  due_weeks: "weeks before an exam that the booking and sheet music are due",
  backups_kept: "how long backups are kept",
};
