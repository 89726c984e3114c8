import { afterAll, beforeAll, expect, vi } from "vitest";
import { amebBookings, emails } from "#app/server/database/tables.server.ts";
import { check } from "#app/values/rules.ts";
import { dbTest } from "#tests/support/db.ts";
import { genuineSubmission, NOW } from "#tests/support/factories.ts";
import { storeAmebEnquiry } from "./commands.server.tsx";
import { cutOff, isShortNotice, amebServices } from "./model.ts";
import { amebApiSchema, amebSchema } from "./schema.ts";

// What may be asked for depends on the day.
beforeAll(() => vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterAll(() => vi.useRealTimers());

const valid = {
  studentParentName: "Mei Tan",
  contactEmail: "mei@family.example",
  examDate: "2026-06-20",
  examTime: "10:40 am",
  examBoardGrade: "AMEB Grade 5 violin",
  teacherName: "",
  serviceRequired: [amebServices[2]],
  rehearsalMinutes: "30",
};

const enquiry = (given: Record<string, unknown> = {}) => {
  const checked = check(amebSchema, { ...valid, ...given });
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return checked.value;
};

dbTest(
  "an enquiry is stored as pending and emailed to the owner and the family",
  async ({ db }) => {
    await storeAmebEnquiry(db, enquiry(), genuineSubmission);
    expect(await db.select().from(amebBookings)).toMatchObject([
      {
        studentParentName: "Mei Tan",
        examDate: "2026-06-20",
        serviceRequired: [amebServices[2]],
        rehearsalMinutes: 30,
        teacherName: null,
        status: "pending",
        createdAt: NOW,
      },
    ]);
    const sent = await db.select().from(emails).orderBy(emails.kind);
    expect(sent.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ["ameb-acknowledgement", "mei@family.example"],
      ["ameb-enquiry", expect.any(String)],
    ]);
    expect(sent[1]).toMatchObject({
      replyTo: "mei@family.example",
      subject: "AMEB enquiry from Mei Tan",
    });
    expect(sent[1]?.text).toContain("Saturday, 20 June 2026");
    expect(sent[0]?.text).toContain("Saturday, 6 June 2026");
  },
);

dbTest(
  "an enquiry at short notice is accepted, and the owner's email mentions it",
  async ({ db }) => {
    await storeAmebEnquiry(db, enquiry({ examDate: "2026-03-15" }), genuineSubmission);
    const [, owner] = await db.select().from(emails).orderBy(emails.kind);
    expect(owner?.text).toContain("Short notice");
    expect(isShortNotice("2026-03-24", "2026-03-10")).toBe(false);
    expect(isShortNotice("2026-03-23", "2026-03-10")).toBe(true);
    expect(cutOff("2026-10-10")).toBe("2026-09-26");
  },
);

dbTest.each([
  ["2026-03-08", false],
  ["2026-03-09", true],
  ["2029-03-10", true],
  ["2029-03-11", false],
  ["1999-01-01", false],
  ["9999-12-31", false],
])("an exam on %s can be asked for on 10 March 2026: %s", (examDate, ok) => {
  for (const schema of [amebSchema, amebApiSchema]) {
    expect(check(schema, { ...valid, examDate })).toMatchObject(
      ok
        ? { ok, value: { examDate } }
        : { ok, errors: { examDate: "Please choose an exam date within the next three years." } },
    );
  }
});

dbTest("an enquiry without a known date is stored without one", async ({ db }) => {
  await storeAmebEnquiry(db, enquiry({ examDate: "", examDateUnknown: "on" }), genuineSubmission);
  expect(await db.select({ examDate: amebBookings.examDate }).from(amebBookings)).toEqual([
    { examDate: null },
  ]);
});

dbTest("without a known date the time may be unknown, too", async ({ db }) => {
  for (const schema of [amebSchema, amebApiSchema]) {
    for (const examTime of ["", "  ", undefined])
      expect(check(schema, { ...valid, examTime, examDate: "to be advised" })).toMatchObject({
        ok: true,
        value: { examDate: null, examTime: null },
      });
    expect(check(schema, { ...valid, examDateUnknown: "on" })).toMatchObject({
      value: { examDate: null, examTime: "10:40 am" },
    });
    expect(check(schema, { ...valid, examTime: "" })).toEqual({
      ok: false,
      errors: { examTime: "Exam Time is required." },
    });
  }
  await storeAmebEnquiry(db, enquiry({ examTime: "", examDateUnknown: "on" }), genuineSubmission);
  const [, toOwner] = await db.select().from(emails).orderBy(emails.kind);
  expect(toOwner?.text).toContain("Time: To be advised");
});

dbTest.each([
  ["studentParentName", "M", "Student/Parent Name is required."],
  ["contactEmail", "mei", "Please enter a valid email address."],
  ["examDate", "", "Exam Date is required."],
  ["examDate", "2026-02-30", "Exam Date is required."],
  ["examTime", " ", "Exam Time is required."],
  ["examBoardGrade", "", "Exam Board & Grade is required."],
  ["serviceRequired", [], "Please select at least one service."],
  ["serviceRequired", ["Something else"], "Please select at least one service."],
  ["rehearsalMinutes", "", "Please choose how long the rehearsal should be."],
  ["rehearsalMinutes", "20", "Please choose how long the rehearsal should be."],
])("%s %j: %s", (field, value, message) => {
  expect(check(amebSchema, { ...valid, [field]: value })).toEqual({
    ok: false,
    errors: { [field]: message },
  });
});

dbTest("an API request may leave out the length of the rehearsal", () => {
  const { rehearsalMinutes: _left, ...payload } = valid;
  expect(check(amebApiSchema, payload)).toMatchObject({
    ok: true,
    value: { rehearsalMinutes: null },
  });
  expect(check(amebApiSchema, { ...payload, examDate: "To be advised" })).toMatchObject({
    ok: true,
    value: { examDate: null },
  });
});

dbTest("all missing fields are named at once", () => {
  expect(check(amebSchema, {})).toEqual({
    ok: false,
    errors: {
      studentParentName: "Student/Parent Name is required.",
      contactEmail: "Please enter a valid email address.",
      examDate: "Exam Date is required.",
      examTime: "Exam Time is required.",
      examBoardGrade: "Exam Board & Grade is required.",
      serviceRequired: "Please select at least one service.",
    },
  });
  expect(check(amebSchema, { serviceRequired: amebServices[1] })).toMatchObject({
    errors: { rehearsalMinutes: "Please choose how long the rehearsal should be." },
  });
  expect(check(amebApiSchema, { examDateUnknown: "on" })).not.toHaveProperty("errors.examDate");
});
