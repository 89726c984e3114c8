import { expect, test } from "vitest";
import { exampleRecord } from "./fields.ts";
import { firstFilling, previewRecordsOf } from "./preview-records.ts";

const booking = {
  about: { kind: "ameb-bookings", id: "b", label: "Mei Tan" },
  recipientEmail: "mei@client.example",
  subject: "Regarding your AMEB booking",
  record: { ...exampleRecord("ameb-bookings"), exam_time: null },
} as const;

const records = previewRecordsOf([booking], ["quotes", "ameb-bookings"]);
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
