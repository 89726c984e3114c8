import { expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { emails, oneTimeCodes, users, verifications } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { hashToken } from "#app/server/secret.server.ts";
import {
  consumeLink,
  endLinks,
  issueLink,
  issueCode,
  signInCode,
} from "./one-time-secrets.server.ts";
import { messageLimit, countAttempt } from "./limits.server.ts";
import { sendMagicLink, sendResetLink } from "./one-time-emails.server.tsx";

const ada = { id: "ada", email: "ada@example.com" };
const eve = { id: "eve", email: "eve@example.com" };
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

const tokenIn = (text: string) =>
  new URL(/https?:\/\/\S+/.exec(text)![0]).searchParams.get("token")!;

async function tokensTo(db: Db, { email }: typeof ada): Promise<string[]> {
  const sent = await db.select().from(emails);
  return sent.filter(({ recipient }) => recipient === email).map(({ text }) => tokenIn(text));
}

/** A reset link as the library keeps it. */
async function resetLink(db: Db, { id }: typeof ada, token: string, createdAt = NOW) {
  const identifier = hashToken(`reset-password:${token}`);
  const row = { identifier, value: id, expiresAt: later(30), createdAt };
  await db.insert(verifications).values({ id: token, ...row });
}

dbTest("a magic link works once, within half an hour", async ({ db }) => {
  await sendMagicLink(db, { email: ada.email, next: null }, NOW);
  const [token] = await tokensTo(db, ada);
  expect(await consumeLink(db, "magic-link", token!, later(30))).toBeNull();
  expect(await consumeLink(db, "magic-link", token!, later(29))).toBe(ada.email);
  expect(await consumeLink(db, "magic-link", token!, later(29))).toBeNull();
});

dbTest("a link for another purpose does not sign in", async ({ db }) => {
  const { token } = await issueLink(db, "sign-up", "{}", NOW);
  expect(await consumeLink(db, "magic-link", token, NOW)).toBeNull();
});

onBoth("of magic links requested at the same moment, one works", async ({ db }) => {
  const asking = [ada, ada, ada, eve].map(({ email }) =>
    sendMagicLink(db, { email, next: null }, NOW),
  );
  await Promise.all(asking);
  const worth = await Promise.all(
    (await tokensTo(db, ada)).map((token) => consumeLink(db, "magic-link", token, NOW)),
  );
  expect(worth.filter((email) => email === ada.email)).toHaveLength(1);
  expect(await db.$count(verifications)).toBe(1);
});

onBoth("of reset links requested at the same moment, one works", async ({ db }) => {
  const tokens = ["one", "two", "three"];
  for (const token of tokens) await resetLink(db, ada, token);
  await resetLink(db, eve, "hers");
  await Promise.all(tokens.map((token) => sendResetLink(db, ada, token)));
  const left = await db.select().from(verifications);
  expect(left.map(({ value }) => value).sort()).toEqual([ada.id, eve.id]);
});

dbTest("revoking an account's links leaves other accounts' links alone", async ({ db }) => {
  for (const person of [ada, eve]) {
    await db.insert(users).values({ ...person, name: person.id });
    await resetLink(db, person, `reset ${person.id}`);
    await sendMagicLink(db, { email: person.email, next: null }, NOW);
    await issueCode(db, signInCode("email", person.email, "hers"), NOW);
  }
  await endLinks(db, ada);
  const links = await db.select({ value: verifications.value }).from(verifications);
  expect(links.map(({ value }) => value).sort()).toEqual([eve.id, eve.email]);
  expect(await db.select().from(oneTimeCodes)).toMatchObject([
    { purpose: signInCode("email", eve.email, "hers") },
  ]);
});

dbTest(
  "after using a link a person may request another, however many strangers did",
  async ({ db }) => {
    const asked = (["magic-link", "recovery"] as const).map((kind) =>
      messageLimit(kind, ada.email),
    );
    for (const limit of asked) while ((await countAttempt(db, limit, NOW)) === null);
    await endLinks(db, ada);
    for (const limit of asked) expect(await countAttempt(db, limit, NOW)).toBeNull();
  },
);
