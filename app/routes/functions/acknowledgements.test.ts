import { inArray, sql } from "drizzle-orm";
import { expect } from "vitest";
import { storeAmebEnquiry } from "#app/features/ameb/commands.server.tsx";
import { storeContactMessage, storeEventEnquiry } from "#app/features/contact/commands.server.tsx";
import { acknowledgementLimit } from "#app/features/email/throttle.server.tsx";
import type { SubmissionInfo } from "#app/features/intake/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { genuineSubmission } from "#tests/support/factories.ts";

/* What a stranger can make this site send to somebody else, with all forms together. */

const words = "Cheap pills at pills.example";

const message = (db: Db, email: string, info: SubmissionInfo) =>
  storeContactMessage(db, { name: words, email, message: words }, info);

const enquiry = (db: Db, email: string, info: SubmissionInfo) =>
  storeEventEnquiry(
    db,
    {
      firstName: words,
      lastName: words,
      email,
      phone: words,
      suburb: words,
      eventDate: null,
      startTime: null,
      endTime: null,
      venue: words,
      guests: null,
      pianoType: "",
      eventDescription: words,
    },
    info,
  );

const booking = (db: Db, contactEmail: string, info: SubmissionInfo) =>
  storeAmebEnquiry(
    db,
    {
      studentParentName: words,
      contactEmail,
      examDate: "2026-06-20",
      examTime: words,
      examBoardGrade: words,
      teacherName: words,
      serviceRequired: ["Exam Day Accompanying Only"],
      rehearsalMinutes: null,
    },
    info,
  );

const forms = [message, enquiry, booking];

/** Every form, so many times, all at the same moment. */
function flood(
  db: Db,
  times: number,
  addressOf: (index: number) => string,
  info = genuineSubmission,
) {
  return Promise.all(
    Array.from({ length: times * forms.length }, (_, index) =>
      db.transaction<unknown>((tx) => forms[index % forms.length]!(tx, addressOf(index), info)),
    ),
  );
}

const toStrangers = (db: Db) =>
  db
    .select()
    .from(emails)
    .where(sql`${emails.kind} like '%-acknowledgement'`);

onBoth("all forms at once send one mailbox three emails, and lose no enquiry", async ({ db }) => {
  const spellings = ["victim@gmail.com", "Vic.Tim@googlemail.com", "VICTIM+1@gmail.com"];
  expect(await flood(db, 6, (index) => spellings[index % 3]!)).toHaveLength(18);
  expect(await toStrangers(db)).toHaveLength(3);
});

onBoth("all forms at once send no more than their limits to all mailboxes", async ({ db }) => {
  await flood(db, 15, (index) => `victim-${index}@people.example`);
  const sent = await toStrangers(db);
  const ofMessages = sent.filter(({ kind }) => kind !== "ameb-acknowledgement");
  expect(ofMessages).toHaveLength(acknowledgementLimit.burst);
  expect(sent).toHaveLength(acknowledgementLimit.burst + 15);
});

dbTest("no email to a stranger carries another stranger's words", async ({ db }) => {
  await flood(db, 1, (index) => `victim-${index}@people.example`);
  const sent = await toStrangers(db);
  expect(sent).toHaveLength(3);
  for (const { subject, html, text, replyTo } of sent)
    expect([subject, html, text, replyTo].join(" ")).not.toContain("pills");
});

dbTest("suspected spam sends nobody anything", async ({ db }) => {
  const info: SubmissionInfo = { ...genuineSubmission, spamReason: "links" };
  await flood(db, 2, (index) => `victim-${index}@people.example`, info);
  expect(await db.$count(emails, inArray(emails.state, ["queued", "sending"]))).toBe(0);
});
