import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import {
  contactMessages,
  emails,
  unannouncedEnquiries,
} from "#app/server/database/tables.server.ts";
import { emailsOfKind } from "#tests/support/emails-of-kind.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { announceToOwner, announcementLimit, sendEnquirySummary } from "./throttle.server.tsx";

const minute = 60_000;
const later = (minutes: number) => new Date(NOW.getTime() + minutes * minute);
type Kind = Parameters<typeof announceToOwner>[1];

let written = 0;
async function enquire(db: Db, count: number, kind: Kind = "message", now = NOW): Promise<void> {
  for (let index = 0; index < count; index++) {
    const email = () => ({
      kind: "contact-message" as const,
      recipient: "owner@desk.example",
      subject: `Enquiry ${++written}`,
      body: <p>Hello</p>,
    });
    await db.transaction((tx) => announceToOwner(tx, kind, email, now));
  }
}

const subjects = async (db: Db, kind: string) =>
  (
    await db
      .select()
      .from(emails)
      .where(sql`kind = ${kind}`)
  ).map(({ subject }) => subject);
const summaries = (db: Db) => subjects(db, "enquiry-summary");
const announced = async (db: Db) => (await subjects(db, "contact-message")).length;

describe("enquiries are announced to the owner", () => {
  dbTest("by an email each, up to sixty at once; the others wait for a summary", async ({ db }) => {
    await enquire(db, 65);
    expect(await announced(db)).toBe(60);
    expect(await db.$count(unannouncedEnquiries)).toBe(5);
    await enquire(db, 3, "message", new Date(NOW.getTime() + announcementLimit.interval));
    expect(await announced(db)).toBe(61);
    expect(await db.$count(unannouncedEnquiries)).toBe(7);
  });

  dbTest("without composing emails that the summary replaces", async ({ db }) => {
    await enquire(db, 60);
    const before = written;
    await enquire(db, 20);
    expect(written).toBe(before);
  });

  dbTest("by a summary ten minutes after the first enquiry without an email", async ({ db }) => {
    await enquire(db, 60);
    await enquire(db, 40, "message", later(1));
    await enquire(db, 2, "ameb", later(1));
    await enquire(db, 1, "event", later(1));
    await sendEnquirySummary(db, later(10));
    expect(await summaries(db)).toEqual([]);
    await sendEnquirySummary(db, later(11));
    expect(await summaries(db)).toEqual(["43 new enquiries in the last ten minutes"]);
    const [email] = await emailsOfKind(db, "enquiry-summary");
    expect(email!.text).toContain("Messages: 40");
    expect(email!.text).toContain("Live piano enquiries: 1");
    expect(email!.text).toContain("AMEB enquiries: 2");
  });

  dbTest.for([
    [61, "A message from Aroha Singh\n"],
    [63, "From: Aroha Singh\n"],
  ] as const)("by a summary that names whose they are, of %d", async ([count, words], { db }) => {
    const aroha = { name: "Aroha Singh", email: "aroha@visitor.example", message: "Hello" };
    await db.insert(contactMessages).values([
      { ...aroha, createdAt: NOW },
      { ...aroha, name: "A robot", createdAt: NOW, spamReason: "trap" },
    ]);
    await enquire(db, count);
    await sendEnquirySummary(db, later(10));
    const [email] = await emailsOfKind(db, "enquiry-summary");
    expect(email!.text).toContain(words);
    expect(email!.text).not.toContain("A robot");
  });

  const beginning = "Could you play for our garden party? ".repeat(4);
  dbTest.for([
    ["whole where it is short", "Hello", "\nHello\n"],
    ["begun where it is long", beginning, "Could you…\n\nThat's only how it begins.\n"],
  ] as const)(
    "by a summary that answers its only sender, %s",
    async ([, message, words], { db }) => {
      const aroha = { name: "Aroha Singh", email: "aroha@visitor.example" };
      await db.insert(contactMessages).values({ ...aroha, message, createdAt: NOW });
      await enquire(db, 61);
      await sendEnquirySummary(db, later(10));
      const [email] = await emailsOfKind(db, "enquiry-summary");
      expect(email).toMatchObject({ replyTo: aroha.email });
      expect(email!.text).toContain(words);
      expect(email!.text).toContain("Reply to this email to answer them directly.");
    },
  );

  dbTest("by a summary that leads to what came in, and nowhere else", async ({ db }) => {
    await enquire(db, 62, "ameb");
    await sendEnquirySummary(db, later(10));
    const [email] = await emailsOfKind(db, "enquiry-summary");
    expect(email!.text).toContain("They're AMEB enquiries, saved with your AMEB bookings.");
    expect(email!.text).toContain("Open the AMEB bookings: ");
    expect(email!.text).not.toContain("inbox");
  });

  onBoth("in summaries that count each enquiry once, with several processes", async ({ db }) => {
    await enquire(db, 70);
    await Promise.all([1, 2, 3].map(() => sendEnquirySummary(db, later(10))));
    await sendEnquirySummary(db, later(10));
    await enquire(db, 15, "message", later(11));
    await sendEnquirySummary(db, later(20));
    await sendEnquirySummary(db, later(21));
    // Five minutes of rest have brought back as many emails of their own.
    expect(await announced(db)).toBe(65);
    expect(await summaries(db)).toEqual([
      "10 new enquiries in the last ten minutes",
      "10 new enquiries in the last ten minutes",
    ]);
  });

  dbTest.for([
    [10, "1 new enquiry in the last ten minutes"],
    [25, "1 new enquiry in the last 25 minutes"],
    [300, "1 new enquiry in the last five hours"],
  ] as const)("with the time it has been, after %d minutes", async ([minutes, subject], { db }) => {
    await enquire(db, 61);
    await sendEnquirySummary(db, later(minutes));
    expect(await summaries(db)).toEqual([subject]);
  });

  dbTest("by a summary even if the clock ran a day ahead when they were stored", async ({ db }) => {
    await enquire(db, 62, "message", later(24 * 60));
    await sendEnquirySummary(db, NOW);
    expect(await summaries(db)).toEqual(["2 new enquiries in the last ten minutes"]);
  });

  dbTest("not at all if the transaction that stores one fails", async ({ db }) => {
    await enquire(db, 60);
    const failing = db.transaction(async (tx) => {
      await announceToOwner(tx, "message", () => expect.unreachable(), NOW);
      throw new Error("The disk is full.");
    });
    await expect(failing).rejects.toThrow("The disk is full.");
    expect(await db.$count(unannouncedEnquiries)).toBe(0);
  });
});
