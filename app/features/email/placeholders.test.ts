import { describe, expect, test } from "vitest";
import { clockIn } from "#tests/support/time-zone.ts";
import { fill, fillParts, isDateKey, placeholdersIn } from "./fields.ts";

/* Contract, rule 7, and specification, section 5. */

const record = {
  client_name: "Ada {{slug}} <b>",
  event_date: "2026-03-01",
  candidate: "2026-03-01",
  eventDate: "2026-02-28T13:30:00Z",
  exam_date: "next week",
  service_required: ["One", "Two"],
  details: { rehearsal: true, rates: { base: "1200.00" } },
  total_amount: "1200.00",
  teacher_name: null,
  accepted_at: new Date("2026-03-09T13:30:00Z"),
  slug: "secret",
};

describe.each(["UTC", "America/Los_Angeles", "Asia/Tokyo"])("under TZ=%s", (zone) => {
  test.each([
    ["{{event_date}}", "Sunday, 1 March 2026"],
    ["{{ event_date }}", "Sunday, 1 March 2026"],
    ["{{eventDate}}", "Sunday, 1 March 2026"],
    ["{{candidate}}", "2026-03-01"],
    ["{{exam_date}}", "next week"],
    ["{{service_required}}", "One, Two"],
    ["{{details}}", "rehearsal: Yes; rates: base: 1200.00"],
    ["{{total_amount}}", "1200.00"],
    ["{{accepted_at}}", "Tuesday, 10 March 2026 at 12:30 am AEDT"],
    ["[{{teacher_name}}]", "[]"],
    ["[{{nobody}}]", "[]"],
    ["{{toString}}{{__proto__}}{{constructor}}", ""],
    ["{{client_name}}", "Ada {{slug}} <b>"],
    ["{client_name} {{}}", "{client_name} {{}}"],
    ["[{{Exam dat}}]", "[]"],
    ["{{ 7*7 }}{{a(b)}}{{a\nb}}", "{{ 7*7 }}{{a(b)}}{{a\nb}}"],
  ])("%s becomes %j", (written, words) => {
    clockIn(zone);
    expect(fill(written, record)).toBe(words);
  });
});

test.each([
  ["exam_date", true],
  ["eventDate", true],
  ["date", true],
  ["dateOfEvent", true],
  ["EXAM-DATE", true],
  ["candidate", false],
  ["updated", false],
  ["mandates", false],
])("%s is a date key: %s", (key, expected) => {
  expect(isDateKey(key)).toBe(expected);
});

test("the preview knows what is missing", () => {
  expect(
    fillParts("Dear {{client_name}}, {{teacher_name}}!", {
      client_name: "Ada",
      teacher_name: null,
    }),
  ).toEqual([
    { text: "Dear " },
    { text: "Ada", key: "client_name", missing: false },
    { text: ", " },
    { text: "", key: "teacher_name", missing: true },
    { text: "!" },
  ]);
});

test("the placeholders of a text are found, each once", () => {
  expect(placeholdersIn(["{{name}} {{nmae}}", "{{nmae}} {{ other }}"])).toEqual([
    "name",
    "nmae",
    "other",
  ]);
});
