import { expect } from "vitest";
import { oneTimeCodes } from "#app/server/database/tables.server.ts";
import { hashToken } from "#app/server/secret.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import {
  issueCode,
  issueSignInCode,
  consumeCode,
  consumeSignInCode,
} from "./one-time-secrets.server.ts";

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
