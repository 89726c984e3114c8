import { expect } from "vitest";
import { accounts, emails, users, verifications } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { NOW, refusedAs } from "#tests/support/factories.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { hashInTurn } from "./credentials.server.ts";
import { confirmSignUp, getPendingSignUp, sendConfirmationLink } from "./people.server.ts";

const email = "ada@example.com";
const password = "a choice for the tests";

/** Signs up and reads the token from the email. */
async function tokenOf(db: Db): Promise<string> {
  await sendConfirmationLink(db, { email, passwordHash: await hashInTurn(password) }, NOW);
  const [sent] = await db.select().from(emails);
  return /token=([\w-]+)/.exec(sent!.text)![1]!;
}

dbTest("a confirmed sign-up is an account with a verified address, once", async ({ db }) => {
  const token = await tokenOf(db);
  expect(await db.select().from(users)).toEqual([]);
  expect(await confirmSignUp(db, token, "another password", NOW)).toEqual(refusedAs("password"));
  expect(await confirmSignUp(db, token, password, NOW)).toEqual({ ok: true, email });
  expect(await db.select().from(users)).toMatchObject([
    { email, emailVerified: true, role: "user" },
  ]);
  expect(await db.select().from(accounts)).toHaveLength(1);
  expect(await confirmSignUp(db, token, password, NOW)).toEqual({ ok: false, reason: "spent" });
});

dbTest("the link lasts half an hour, and its token is kept as a hash", async ({ db }) => {
  const token = await tokenOf(db);
  expect(JSON.stringify(await db.select().from(verifications))).not.toContain(token);
  expect(await getPendingSignUp(db, token, new Date(NOW.getTime() + 30 * 60_000))).toBeNull();
  expect(await confirmSignUp(db, token, password, new Date(NOW.getTime() + 30 * 60_000))).toEqual(
    refusedAs("spent"),
  );
});

onBoth("two confirmations at once make one account", async ({ db }) => {
  const token = await tokenOf(db);
  const outcomes = await Promise.all([
    confirmSignUp(db, token, password, NOW),
    confirmSignUp(db, token, password, NOW),
  ]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await db.select().from(users)).toHaveLength(1);
});

dbTest("an email with an account gets no sign-up email", async ({ db }) => {
  await db.insert(users).values({ id: "ada", name: "Ada", email, emailVerified: true });
  await sendConfirmationLink(db, { email, passwordHash: await hashInTurn(password) }, NOW);
  expect(await db.select().from(emails)).toEqual([]);
});
