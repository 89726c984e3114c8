import { beforeEach, describe, expect, test } from "vitest";
import { emails } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { clockIn } from "#tests/support/time-zone.ts";
import { storeAmebEnquiry } from "./commands.server.tsx";
import { amebServices } from "./model.ts";
import { nextSteps } from "./schema.ts";

const today = "2026-03-10";
const [examOnly, rehearsalOnly, both] = amebServices;
const told = (examDate: string | null, ...serviceRequired: string[]) =>
  nextSteps({ examDate, serviceRequired }, today);

const arrival = ["I arrive", "15 minutes before the exam"];

describe("with two weeks' notice or more", () => {
  const facts = [
    ["Exam date", "Tuesday, 24 March 2026"],
    ["Sheet music due by", "Tuesday, 10 March 2026"],
  ];
  const music = "You can send me the sheet music whenever it's ready.";
  const times = "I'll suggest times to rehearse in the last two weeks before the exam.";
  test.each([
    ["an exam", [examOnly], [...facts, arrival], [music]],
    ["a rehearsal", [rehearsalOnly], facts, [music, times]],
    ["both", [both], [...facts, arrival], [music, times]],
    ["both, ticked one by one", [examOnly, rehearsalOnly], [...facts, arrival], [music, times]],
  ])("%s has a day for the sheet music", (_what, services, shown, steps) => {
    expect(told("2026-03-24", ...services)).toEqual({
      reply: "I'll confirm by email within two working days.",
      confirmation:
        "I'll confirm by email, usually within two working days; until then the date isn't booked.",
      facts: shown,
      steps,
    });
  });
});

describe("inside two weeks", () => {
  const facts = [["Exam date", "Monday, 23 March 2026"]];
  const music = "Please send me the sheet music as soon as you can.";
  const times = "I'll suggest the first times I have to rehearse.";
  test.each([
    ["an exam", [examOnly], [...facts, arrival], [music]],
    ["a rehearsal", [rehearsalOnly], facts, [music, times]],
    ["both", [both], [...facts, arrival], [music, times]],
  ])("%s names no day that has passed", (_what, services, shown, steps) => {
    expect(told("2026-03-23", ...services)).toEqual({
      reply: "I'll tell you as soon as I can whether I'm free.",
      confirmation:
        "I'll tell you as soon as I can whether I'm free; until then the date isn't booked.",
      facts: shown,
      steps,
    });
  });
});

describe("without a date", () => {
  const music =
    "When the board tells you the date and time, send them to me. " +
    "Sheet music is due two weeks before the exam.";
  const times = "We'll find a time to rehearse in the last two weeks before the exam.";
  test.each([
    ["an exam", [examOnly], [arrival], [music]],
    ["a rehearsal", [rehearsalOnly], [], [music, times]],
    ["both", [both], [arrival], [music, times]],
  ])("%s waits for the board", (_what, services, facts, steps) => {
    expect(told(null, ...services)).toMatchObject({
      confirmation: "I'll reply by email, usually within two working days.",
      facts,
      steps,
    });
  });
});

test.each([
  ["an exam", [examOnly], 1],
  ["a rehearsal", [rehearsalOnly], 0],
  ["both", [both], 1],
])("%s today is too soon for an email, and for a rehearsal", (_what, services, arrivals) => {
  const { reply, confirmation, facts, steps } = told(today, ...services);
  expect(reply).toContain("For an exam today, message me on WhatsApp: +61");
  expect(confirmation).toContain("For an exam today, message me on WhatsApp: +61");
  expect(facts).toEqual([["Exam date", "Tuesday, 10 March 2026"], ...[arrival].slice(0, arrivals)]);
  expect(steps).toEqual(["Please send me the sheet music as soon as you can."]);
});

test.each([[[examOnly]], [[rehearsalOnly]], [[both]]])(
  "for an exam yesterday (%j) only the date is in question",
  (services) => {
    expect(told("2026-03-09", ...services)).toMatchObject({
      facts: [["Exam date", "Monday, 9 March 2026"]],
      steps: [
        "That exam date has passed: in Melbourne it's Tuesday, 10 March 2026. " +
          "If it was a slip, reply with the right date.",
      ],
    });
  },
);

test.each([
  ["2026-03-24", "Just reply with the sheet music when it's ready."],
  ["2026-03-23", "Please reply with the sheet music as soon as you can."],
])("the email about an exam on %s says how the sheet music reaches me", (examDate, music) => {
  const asked = { examDate, serviceRequired: [examOnly] };
  expect(nextSteps(asked, today, "email").steps).toEqual([music]);
});

describe.each(["UTC", "America/Los_Angeles", "Asia/Tokyo"])("under TZ=%s", (zone) => {
  beforeEach(() => clockIn(zone));

  // Melbourne's midnight: 13:00 UTC in summer, 14:00 once the clocks have changed in April.
  dbTest.for([
    ["2026-03-10T12:59:59Z", "2026-03-24", "Sheet music due by: Tuesday, 10 March 2026"],
    ["2026-03-10T13:00:00Z", "2026-03-24", "as soon as you can"],
    ["2026-04-10T13:59:59Z", "2026-04-10", "WhatsApp"],
    ["2026-04-10T14:00:00Z", "2026-04-10", "it's Saturday, 11 April 2026"],
  ] as const)(
    "an enquiry of %s about an exam on %s says: %s",
    async ([at, examDate, text], { db }) => {
      await storeAmebEnquiry(
        db,
        {
          studentParentName: "Mei Tan",
          contactEmail: "mei@family.example",
          examDate,
          examTime: "10:40 am",
          examBoardGrade: "AMEB Grade 5",
          teacherName: "",
          serviceRequired: [both],
          rehearsalMinutes: 30,
        },
        { spamReason: null, now: new Date(at) },
      );
      const [email] = await db.select().from(emails).orderBy(emails.kind);
      expect(email).toMatchObject({ kind: "ameb-acknowledgement" });
      expect(email!.text).toContain(text);
    },
  );
});
