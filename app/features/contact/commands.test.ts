import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { receiveSubmission } from "#app/features/intake/intake.server.ts";
import { rowsOf } from "#app/server/database/rows.server.ts";
import { contactMessages, emails } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { genuineSubmission, NOW } from "#tests/support/factories.ts";
import { storeContactMessage } from "./commands.server.ts";

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
  const [email] = await db.select().from(emails);
  expect(email).toMatchObject({
    kind: "contact-message",
    replyTo: "ada@visitor.example",
    subject: "Message from Ada",
    state: "queued",
    contactMessageId: id,
  });
  expect(email?.html).toContain("how are &lt;you&gt;?");
  expect(email?.text).toContain("how are <you>?");
});

dbTest("a name with line breaks cannot add a header to the email", async ({ db }) => {
  await storeContactMessage(
    db,
    { ...input, name: "Ada\r\nBcc: all@example.com" },
    genuineSubmission,
  );
  expect((await db.select().from(emails))[0]?.subject).toBe(
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
