import { expect, test } from "vitest";
import { exampleRecord } from "./fields.ts";
import { firstFilling, previewRecordsOf } from "./templates.ts";

const booking = {
  about: { kind: "ameb-bookings", id: "b", label: "Mei Tan" },
  recipientEmail: "mei@client.example",
  subject: "Regarding your AMEB booking",
  record: { ...exampleRecord("ameb-bookings", "2026-03-10"), exam_time: null },
} as const;

const records = previewRecordsOf([booking], ["quotes", "ameb-bookings"], "2026-03-10");
const shownFor = (text: string) => records[firstFilling(records, [text])]!.label;

test("a template is previewed with the newest record that fills all of its fields", () => {
  expect(shownFor("On {{exam_date}}")).toBe("AMEB booking: Mei Tan");
});

test("a record that leaves a gap gives way to the example of its kind", () => {
  expect(shownFor("At {{exam_time}}")).toBe("AMEB booking (example)");
});

test("a kind without a record has its example", () => {
  expect(shownFor("For {{event_title}}")).toBe("Quote (example)");
});

test.for([
  ["2026-03-10", "Saturday, 20 June 2026", "Thu 8 Oct, 11:00 pm–12:00 am London (BST)"],
  ["2026-06-01", "Sunday, 20 June 2027", "Thu 8 Oct, 11:00 pm–12:00 am London (BST)"],
  ["2026-11-25", "Sunday, 20 June 2027", "Fri 8 Oct, 11:00 pm–12:00 am London (BST)"],
] as const)("on %s the examples' dates are ahead", ([today, event, session]) => {
  expect(exampleRecord("quotes", today).event_date).toBe(event);
  expect(exampleRecord("appointments", today).when).toBe(session);
});
