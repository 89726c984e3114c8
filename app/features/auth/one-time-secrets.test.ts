import { expect } from "vitest";
import { oneTimeCodes, emails, users, verifications } from "#app/server/database/tables.server.ts";
import { hashToken } from "#app/server/secret.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  issueCode,
  issueSignInCode,
  consumeCode,
  consumeSignInCode,
  consumeLink,
  endLinks,
  issueLink,
  signInCode,
} from "./credentials.server.ts";
import { messageLimit, countAttempt } from "./limits.server.ts";
import { sendMagicLink, sendResetLink } from "./emails.server.tsx";

const purpose = "email:ada@example.com";
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

dbTest("a code works once", async ({ db }) => {
  const code = await issueCode(db, purpose, NOW);
  expect(code).toMatch(/^\d{6}$/);
  expect(await consumeCode(db, purpose, code, NOW)).toBe(true);
  expect(await consumeCode(db, purpose, code, NOW)).toBe(false);
});

dbTest("a code still works after four wrong guesses, and no longer after five", async ({ db }) => {
  const worksAfter = async (guesses: number) => {
    const code = await issueCode(db, purpose, NOW);
    for (let guess = 0; guess < guesses; guess++)
      expect(await consumeCode(db, purpose, wrong(code), NOW)).toBe(false);
    return consumeCode(db, purpose, code, NOW);
  };
  expect([await worksAfter(4), await worksAfter(5)]).toEqual([true, false]);
});

onBoth("of five wrong guesses at the same moment, each counts", async ({ db }) => {
  const code = await issueCode(db, purpose, NOW);
  const guess = () => consumeCode(db, purpose, wrong(code), NOW);
  expect(await Promise.all(Array.from({ length: 5 }, guess))).not.toContain(true);
  expect(await consumeCode(db, purpose, code, NOW)).toBe(false);
});

dbTest("a code lasts ten minutes", async ({ db }) => {
  const code = await issueCode(db, purpose, NOW);
  expect(await consumeCode(db, purpose, code, later(10))).toBe(false);
  const next = await issueCode(db, purpose, NOW);
  expect(await consumeCode(db, purpose, next, new Date(later(10).getTime() - 1))).toBe(true);
});

dbTest("a new code replaces the one before", async ({ db }) => {
  const first = await issueCode(db, purpose, NOW);
  const second = await issueCode(db, purpose, NOW);
  if (first !== second) expect(await consumeCode(db, purpose, first, NOW)).toBe(false);
  expect(await consumeCode(db, purpose, second, NOW)).toBe(true);
});

dbTest("a code works for its own purpose only", async ({ db }) => {
  const code = await issueCode(db, purpose, NOW);
  await issueCode(db, "text:+61412345678", NOW);
  expect(await consumeCode(db, "email:eve@example.com", code, NOW)).toBe(false);
  expect(await consumeCode(db, purpose, code, NOW)).toBe(true);
});

dbTest("codes are stored as hashes only, and expired ones are deleted", async ({ db }) => {
  const code = await issueCode(db, purpose, NOW);
  const stored = JSON.stringify(await db.select().from(oneTimeCodes));
  expect(stored).not.toContain(code);
  // Without the installation's secret, a million guesses would find the code of a hash.
  expect(stored).not.toContain(hashToken(code));
  expect(stored).not.toContain(hashToken(`${purpose}\n${code}`));
  await issueCode(db, "email:next@example.com", later(11));
  expect(await db.select().from(oneTimeCodes)).toHaveLength(1);
});

dbTest(
  "guesses without cookies do not use up the attempts of the browser that requested the code",
  async ({ db }) => {
    const { code } = await issueSignInCode(db, "email", "ada@example.com", "hers", NOW);
    await issueSignInCode(db, "email", "ada@example.com", "another", NOW);
    for (let guess = 0; guess < 6; guess++)
      await consumeSignInCode(db, "email", "ada@example.com", null, wrong(code), NOW);
    expect(await consumeSignInCode(db, "email", "ada@example.com", "hers", code, NOW)).toBe(true);
  },
);

const ada = { id: "ada", email: "ada@example.com" };
const eve = { id: "eve", email: "eve@example.com" };

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
