import { expect, test } from "vitest";
import { upcomingHours } from "./hours.ts";

const week = [
  ...Array.from({ length: 5 }, () => [
    ["10:00", "13:00"],
    ["14:00", "18:00"],
  ]),
  [],
  [],
];
const weeks = [{ serviceId: null, fromDay: null, untilDay: null, week }];
const away = [{ start: new Date("2026-11-25T00:00:00Z"), end: new Date("2026-11-25T14:00:00Z") }];

test("the next days show the week, what is changed for a day and what is left beside time away", () => {
  const days = [{ day: "2026-11-24", hours: [] }];
  const shown = upcomingHours("2026-11-23", { weeks, days }, away);
  expect(shown.map(({ day, hours, reason }) => [day.slice(-2), hours, reason])).toEqual([
    ["23", "10 am–1 pm, 2–6 pm", null],
    ["24", "closed", "changed"],
    // Away from 11:00 am to 1:00 am.
    ["25", "10–11 am", "away"],
    ["26", "10 am–1 pm, 2–6 pm", null],
    ["27", "10 am–1 pm, 2–6 pm", null],
    ["28", "closed", null],
    ["29", "closed", null],
  ]);
});
