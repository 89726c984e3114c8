import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { deliverEmail } from "#app/features/email/delivery.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emails, verifications } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { hashToken, hashCode } from "#app/server/secret.server.ts";
import { consumeLink, endLinks, issueCode, consumeCode } from "./credentials.server.ts";
import { queueCode, sendMagicLink, sendResetLink } from "./emails.server.tsx";
import { sendConfirmationLink } from "./people.server.ts";

/* An email with a link or code that an outage has held up until it works no more is not delivered. */

const email = "ada@example.com";
const purpose = `email:${email}`;
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

/** Tries to deliver every email now; answers with what came of each, and with what the mail server got. */
async function deliverAll(db: Db, now: Date) {
  const received: string[] = [];
  const send = async ({ text }: { text: string }) => (received.push(text), "sent" as const);
  const waiting = await db.select({ id: emails.id }).from(emails).orderBy(emails.createdAt);
  for (const { id } of waiting) await deliverEmail(db, { send, close: () => {} }, id, () => now);
  const states = (await db.select().from(emails).orderBy(emails.createdAt)).map(
    ({ state }) => state,
  );
  return { states, received };
}

const askForLink = (db: Db, now = NOW) => sendMagicLink(db, { email, next: null }, now);

async function askForCode(db: Db) {
  const code = await issueCode(db, purpose, NOW);
  await queueCode(db, { email, code, hash: hashCode(purpose, code) });
  return code;
}

async function askForReset(db: Db) {
  const identifier = hashToken("reset-password:token");
  await db
    .insert(verifications)
    .values({ id: "reset", identifier, value: "ada", expiresAt: later(30) });
  await sendResetLink(db, { id: "ada", email }, "token");
}

const asked = {
  "magic link": askForLink,
  "reset link": askForReset,
  "confirmation link": (db: Db) => sendConfirmationLink(db, { email, passwordHash: "hash" }, NOW),
  code: askForCode,
};

for (const [name, ask] of Object.entries(asked)) {
  dbTest(`a ${name} is delivered while it works, and not once it has expired`, async ({ db }) => {
    await ask(db);
    expect(await deliverAll(db, later(9))).toMatchObject({
      states: ["sent"],
      received: { length: 1 },
    });
    await db.delete(emails);
    await db.delete(verifications);
    await ask(db);
    expect(await deliverAll(db, later(31))).toEqual({ states: ["expired"], received: [] });
  });
}

dbTest("of two links only the newer one is delivered", async ({ db }) => {
  await askForLink(db);
  await askForLink(db, later(1));
  expect(await deliverAll(db, later(2))).toMatchObject({
    states: ["expired", "sent"],
    received: { length: 1 },
  });
});

dbTest(
  "a link that was used, and one that a changed password has ended, is not delivered",
  async ({ db }) => {
    await askForLink(db);
    const [sent] = await db.select().from(emails);
    await consumeLink(db, "magic-link", /token=([\w-]+)/.exec(sent!.text)![1]!, NOW);
    await askForReset(db);
    await endLinks(db, { id: "ada", email });
    expect(await deliverAll(db, NOW)).toEqual({ states: ["expired", "expired"], received: [] });
  },
);

dbTest("a code with no guesses left is not delivered", async ({ db }) => {
  await askForCode(db);
  for (let guess = 0; guess < 5; guess++) await consumeCode(db, purpose, "wrong", NOW);
  expect(await deliverAll(db, NOW)).toEqual({ states: ["expired"], received: [] });
});

dbTest("an email that was not delivered says why and keeps nothing of its link", async ({ db }) => {
  await askForLink(db);
  await deliverAll(db, later(31));
  const [sent] = await db.select().from(emails).where(eq(emails.recipient, email));
  expect(sent).toMatchObject({
    settledAt: later(31),
    lastError: "Not sent: its link or code was already used, replaced or expired.",
  });
  expect(sent!.html + sent!.text).not.toContain("token=");
});
