import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { content } from "#app/content/content.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { receiveSubmission } from "#app/features/intake/intake.server.ts";
import { contactMessages, emails } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { genuineSubmission, NOW, owner } from "#tests/support/factories.ts";
import { emailsOfKind } from "#tests/support/emails-of-kind.ts";
import { releaseMessage, storeContactMessage } from "./commands.server.tsx";

const input = {
  name: "Ada",
  email: "ada@visitor.example",
  message: "Hello there,\nhow are <you>?",
};

dbTest("a message is stored together with the email to the owner", async ({ db }) => {
  const { id } = await storeContactMessage(db, input, genuineSubmission);
  expect(await db.select().from(contactMessages)).toMatchObject([
    { ...input, state: "new", createdAt: NOW },
  ]);
  const [email] = await emailsOfKind(db, "contact-message");
  expect(email).toMatchObject({
    replyTo: "ada@visitor.example",
    subject: "Message from Ada",
    state: "queued",
    contactMessageId: id,
  });
  expect(email?.html).toContain("how are &lt;you&gt;?");
  expect(email?.text).toContain("how are <you>?");
});

dbTest("an address that no reply can be sent to is named to be written to", async ({ db }) => {
  const zoe = { ...input, email: "zoë@visitor.example" };
  await storeContactMessage(db, zoe, genuineSubmission);
  const [email] = await emailsOfKind(db, "contact-message");
  expect(email!.text).toContain("To answer them, write to zoë@visitor.example.");
  expect(email!.text).not.toContain("Reply to this email");
});

describe("the sender's acknowledgement", () => {
  const acknowledgements = (db: Db) => emailsOfKind(db, "contact-acknowledgement");

  dbTest("says what happens next, and nothing that was typed", async ({ db }) => {
    await storeContactMessage(
      db,
      { ...input, name: "Buy pills", message: "Visit pills.example today" },
      genuineSubmission,
    );
    const [email] = await acknowledgements(db);
    expect(email).toMatchObject({
      recipient: input.email,
      subject: `Your message to ${content().site.person}`,
    });
    expect(email!.replyTo).not.toBe(input.email);
    expect(email!.text).toContain("I'll reply within two working days.");
    expect(email!.subject + email!.html + email!.text).not.toMatch(/pills/i);
  });

  dbTest("goes to nobody for suspected spam, until the owner releases it", async ({ db }) => {
    const { id } = await storeContactMessage(db, input, { spamReason: "links", now: NOW });
    expect(await db.$count(emails)).toBe(0);
    await releaseMessage(db, owner, id, NOW);
    expect(await acknowledgements(db)).toHaveLength(1);
  });

  dbTest("is sent once for a form that is sent twice", async ({ db }) => {
    const request = new Request("http://site.example/");
    const submission = { request, form: "contact", kind: "page", raw: {}, value: input } as const;
    for (const expected of ["stored", "repeated"])
      expect(await receiveSubmission(db, submission, storeContactMessage, NOW)).toMatchObject({
        is: expected,
      });
    expect(await acknowledgements(db)).toHaveLength(1);
  });
});

dbTest("a name with line breaks cannot add a header to the email", async ({ db }) => {
  await storeContactMessage(
    db,
    { ...input, name: "Ada\r\nBcc: all@example.com" },
    genuineSubmission,
  );
  expect((await emailsOfKind(db, "contact-message"))[0]?.subject).toBe(
    "Message from Ada Bcc: all@example.com",
  );
});

dbTest(
  "when storing a submission fails, neither the message nor its email is stored",
  async ({ db }) => {
    const request = new Request("http://site.example/");
    const broken = receiveSubmission(
      db,
      { request, form: "contact", kind: "page", raw: {}, value: input },
      async (tx, value, arrival) => {
        await storeContactMessage(tx, value, arrival);
        throw new Error("The disk is full.");
      },
    );
    await expect(broken).rejects.toThrow("The disk is full.");
    expect(await db.select().from(contactMessages)).toHaveLength(0);
    expect(await db.select().from(emails)).toHaveLength(0);
    expect(await rowsOf(db, sql`select 1 from pgboss.job where name = 'letters'`)).toHaveLength(0);
  },
);
