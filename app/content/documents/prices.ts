import { group, list, number, price, siteDocument } from "../fields.ts";

/** Only the owner sees travel minutes: her diary keeps them free unless a record says otherwise. */
const travel = (label: string, value: number) => number(label, value, { least: 0, most: 480 });

const minutes = (label: string, value: number) => number(label, value, { least: 5, most: 480 });

/** In cents. Existing quotes and invoices keep their figures. */
export const priceList = siteDocument(
  "Prices and packages",
  ["voicePiano", "ameb", "bookVoicePiano"],
  {
    coachingSessions: list(
      "Single sessions",
      group("Session", { minutes: minutes("Minutes", 60), price: price("Price", 0) }),
      [
        { minutes: 30, price: 50_00 },
        { minutes: 45, price: 75_00 },
        { minutes: 60, price: 95_00 },
        { minutes: 90, price: 140_00 },
      ],
      { least: 1, most: 8, unique: ["minutes"] },
    ),
    coachingPackages: list(
      "Packages",
      group("Package", {
        sessions: number("Sessions", 4, { least: 2, most: 100 }),
        minutes: minutes("Minutes each", 60),
        price: price("Price", 0),
      }),
      [
        { sessions: 4, minutes: 60, price: 360_00 },
        { sessions: 8, minutes: 60, price: 700_00 },
      ],
      { least: 1, most: 8, unique: ["sessions", "minutes"] },
    ),
    ameb: group("AMEB exams", {
      examDay: price("Exam day", 100_00),
      rehearsal15: price("Rehearsal, 15 min", 30_00),
      rehearsal30: price("Rehearsal, 30 min", 50_00),
      rehearsal45: price("Rehearsal, 45 min", 75_00),
      arrivesMinutesBefore: number("Minutes early", 15, {
        least: 0,
        most: 120,
        sample: true,
      }),
      rehearsedWithinWeeks: number("Rehearsal weeks", 2, {
        least: 1,
        most: 12,
        sample: true,
      }),
      travelMinutes: travel("Minutes to travel to an exam", 30),
    }),
    livePiano: group("New live piano quotes", {
      base: price("An evening", 1200_00),
      rehearsal: price("Pre-event rehearsal", 700_00),
      extraHour: price("Extra hour", 350_00),
      travelMinutes: travel("Minutes to travel to an event", 60),
    }),
    hourlyQuote: group("New hourly quotes", {
      hourlyRate: price("An hour", 100_00),
      hours: number("Hours", 3, { least: 1, most: 24 }),
      preparation: price("Preparation", 100_00),
    }),
  },
);
