import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { storeContactMessage } from "#app/features/contact/commands.server.tsx";
import { acceptQuote } from "#app/features/quotes/acceptance.server.ts";
import { signInCode } from "#app/features/auth/credentials.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import {
  auditEntries,
  contactMessages,
  emails,
  oneTimeCodes,
  users,
  verifications,
} from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import {
  aBooking,
  anAcceptance,
  anEmail,
  aQuote,
  genuineSubmission,
  NOW,
  owner,
} from "#tests/support/factories.ts";
import { erasePerson } from "./commands.server.ts";
import { findPerson, emailsIn, namesEmail } from "./person.server.ts";
import { exportPerson } from "./queries.server.ts";

/* Whom export and erasure mean, among people whose addresses look alike, and among the studio's own. */

const ann = { address: "ann@x.co" };
const nowhere = { deleteMailchimpMember: () => Promise.resolve() };
const studio = {
  OWNER_EMAIL: "Imogen@studio.example",
  MAIL_FROM: "Breath & Key <desk@studio.example>",
  ADMIN_EMAILS: ["helper@studio.example"],
};
const erase = (db: Db, person = ann) =>
  erasePerson(db, owner, person, nowhere, NOW, { DATA_DIR: "/nowhere" });
const find = (db: Db, written: string) => findPerson(db, owner, written, studio);

const neighbours = [
  "joann@x.co",
  "joann@x.co.au",
  "ann@x.co.au",
  "ann@x.com",
  "ann+music@x.co",
  "o'ann@x.co",
  "a_n@x.co",
  "%@x.co",
  "ann@x.co-op.example",
  "zoë.ann@x.co",
  "ann@x%co.example",
];

/** One of each that an address can be found in. */
async function live(db: Db, email: string) {
  await storeContactMessage(
    db,
    { name: "Somebody", email, message: `Please write to ${email}.` },
    genuineSubmission,
  );
  await aBooking(db, { contactEmail: email });
  await aQuote(db, { clientEmail: email, slug: null });
  await anEmail(db, { kind: "composed", recipient: email });
  await db.insert(auditEntries).values([
    { actor: owner.email, action: "wrote", subjectKind: "letter", label: `Hello to ${email}` },
    {
      actor: owner.email,
      action: "changed",
      subjectKind: "template",
      label: "Bank",
      before: { body: `Hello\n${email}` },
      after: { body: `<${email}>, hello` },
    },
  ]);
  await db.insert(users).values({ id: email, name: "", email });
  await db.insert(verifications).values({
    id: email,
    identifier: "hash",
    value: JSON.stringify({ email, passwordHash: "h" }),
    expiresAt: NOW,
  });
  await db
    .insert(oneTimeCodes)
    .values({ purpose: signInCode("email", email, "theirs"), codeHash: "h", expiresAt: NOW });
  await enqueue(db, "sign-in", [{ kind: "recovery", email }]);
}

/** How many rows speak of an address, in each table. */
async function whatIsLeft(db: Db) {
  const tables = [
    "contact_messages",
    "ameb_bookings",
    "invoices",
    "letters",
    "activity",
    "users",
    "verifications",
    "one_time_codes",
    "submissions",
  ];
  const left: Record<string, unknown[]> = {};
  for (const name of tables)
    left[name] = await rowsOf(db, sql`select * from ${sql.identifier(name)}`);
  left.jobs = await rowsOf(db, sql`select data from pgboss.job order by id`);
  return left;
}

describe("with similar emails", () => {
  dbTest("erasing deletes one person's rows and leaves all others unchanged", async ({ db }) => {
    for (const email of neighbours) await live(db, email);
    const before = await whatIsLeft(db);
    await live(db, "Ann@X.co".toLowerCase());
    await db
      .update(contactMessages)
      .set({ email: "ANN@x.CO" })
      .where(eq(contactMessages.email, "ann@x.co"));
    expect((await erase(db)).erased).toMatchObject({
      message: 1,
      "AMEB booking": 1,
      quote: 1,
      email: 3,
      "activity record": 2,
      account: 1,
    });
    const after = await whatIsLeft(db);
    after.activity = after.activity!.filter(
      (entry) =>
        !["erased"].includes((entry as { action: string }).action) &&
        (entry as { label: string }).label !== "(erased)",
    );
    expect(after).toEqual(before);
  });

  dbTest("an export has one person's rows and nobody else's", async ({ db }) => {
    for (const email of [...neighbours, ann.address]) await live(db, email);
    const held = await exportPerson(db, owner, ann, NOW);
    expect(
      [held.messages, held.bookings, held.quotes, held.emails, held.changes, held.accounts].map(
        ({ length }) => length,
      ),
    ).toEqual([1, 1, 1, 3, 2, 1]);
    const others = neighbours.filter((email) => email !== "ann@x.co");
    expect(others.filter((email) => JSON.stringify(held).includes(email))).toEqual([]);
  });

  dbTest.for([
    ["Hello to ann@x.co", true],
    ["Write to 'ann@x.co'.", true],
    ["mailto:ann@x.co", true],
    ["Ann <ANN@X.CO>, bye", true],
    ["is it ann@x.co?", true],
    ["joann@x.co", false],
    ["ann@x.co.au", false],
    ["o'ann@x.co", false],
    ["ann+b@x.co", false],
  ] as const)("%j names ann@x.co: %s", ([text, expected]) => {
    expect(emailsIn(text).has("ann@x.co")).toBe(expected);
    expect(namesEmail({ body: [`first\n${text}`] }, "ann@x.co")).toBe(expected);
  });

  dbTest("thousands of messages of one person are erased, in batches", async ({ db }) => {
    await db.execute(
      sql`insert into contact_messages (name, email, message)
        select 'Flood', 'ann@x.co', 'Hello there' from generate_series(1, 2500)`,
    );
    expect((await erase(db)).erased).toMatchObject({ message: 2_500 });
  });
});

describe("the studio's own emails", () => {
  dbTest.for([
    "imogen@studio.example",
    "DESK@studio.example",
    "helper@studio.example",
    "hello@breath-and-key.example",
    "boss@elsewhere.example",
  ])("%s is refused with a sentence", async (written, { db }) => {
    await db
      .insert(users)
      .values({ id: "boss", name: "", email: "boss@elsewhere.example", role: "admin" });
    expect(await find(db, written)).toEqual({
      person: null,
      reason: "This is one of your own addresses. Its emails are about other people, so they stay.",
    });
  });

  dbTest.for([
    "",
    " ",
    "%",
    "@",
    "ann",
    "client.test",
    "x.co",
    "ann@x.co, joann@x.co",
    "ann@x",
    "ann@x.co\nbob@x.co",
    "<ann@x.co>",
  ])("%j is nobody", async (written, { db }) => {
    expect(await find(db, written)).toEqual({
      person: null,
      reason: "This isn't an email address, so there's no client data here.",
    });
  });

  dbTest("do not hide other people, in any case", async ({ db }) => {
    expect(await find(db, " Ann+Music@X.co ")).toEqual({ person: { address: "ann+music@x.co" } });
  });

  dbTest(
    "of a former owner: erasing deletes their message, and no email about others",
    async ({ db }) => {
      const former = { address: "former@studio.example" };
      for (const email of ["ada@client.example", former.address])
        await storeContactMessage(
          db,
          { name: "Visitor", email, message: "Good morning" },
          genuineSubmission,
        );
      await aQuote(db, {});
      await acceptQuote(db, anAcceptance(), NOW);
      await db
        .update(emails)
        .set({ recipient: former.address })
        .where(sql`kind in ('contact-message', 'acceptance-notice')`);
      await anEmail(db, { kind: "composed", replyTo: former.address });
      expect(await erase(db, former)).toMatchObject({
        erased: { message: 1, email: 2 },
        keptQuotes: 0,
      });
      expect((await db.select().from(emails)).map(({ kind }) => kind).toSorted()).toEqual([
        "acceptance-notice",
        "acceptance-receipt",
        "composed",
        "contact-acknowledgement",
        "contact-message",
      ]);
    },
  );
});
