import { expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { factors, emails, recoveryCodes, users } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { issueCode } from "./credentials.server.ts";
import {
  challengeFactor,
  listFactors,
  consumeFactorCode,
  totpSecret,
  enrolFactor,
  verifyFactor,
  countRecoveryCodes,
  removeFactor,
  renewRecoveryCodes,
  consumeRecoveryCode,
  stepAt,
  totpCode,
} from "./factors.server.ts";
import { hasVerifiedFactor, type CurrentSession } from "./sessions.server.ts";

const email = "ada@example.com";
const phone = "+61412345678";

async function aUser(db: Db, id = "ada"): Promise<string> {
  await db.insert(users).values({ id, name: id, email: `${id}@example.com`, emailVerified: true });
  return id;
}

const codeOf = async (factor: Awaited<ReturnType<typeof enrolFactor>>, at = NOW) =>
  totpCode(await totpSecret(factor), stepAt(at));

dbTest(
  "an authenticator is active after its first code, and its secret is stored encrypted",
  async ({ db }) => {
    const ada = await aUser(db);
    const factor = await enrolFactor(db, ada, { type: "totp" }, NOW);
    expect(await hasVerifiedFactor(db, ada)).toBe(false);
    expect(JSON.stringify(await db.select().from(factors))).not.toContain(await totpSecret(factor));
    expect(await consumeFactorCode(db, factor, await codeOf(factor), NOW)).toBe(true);
    expect(await verifyFactor(db, factor, email, NOW)).toHaveLength(10);
    expect(await hasVerifiedFactor(db, ada)).toBe(true);
    expect(await db.select().from(emails)).toMatchObject([
      { kind: "factor-changed", recipient: email },
    ]);
  },
);

dbTest("a code is not accepted twice, nor is an older one", async ({ db }) => {
  const factor = await enrolFactor(db, await aUser(db), { type: "totp" }, NOW);
  const fresh = async () => (await listFactors(db, factor.userId))[0]!;
  expect(await consumeFactorCode(db, await fresh(), await codeOf(factor), NOW)).toBe(true);
  expect(await consumeFactorCode(db, await fresh(), await codeOf(factor), NOW)).toBe(false);
  // Nor for a request that read the row before the code was used.
  expect(await consumeFactorCode(db, factor, await codeOf(factor), NOW)).toBe(false);
  const before = new Date(NOW.getTime() - 30_000);
  expect(await consumeFactorCode(db, await fresh(), await codeOf(factor, before), NOW)).toBe(false);
  const next = new Date(NOW.getTime() + 30_000);
  expect(await consumeFactorCode(db, await fresh(), await codeOf(factor, next), next)).toBe(true);
});

dbTest("enrolling again replaces an unverified factor and leaves verified ones", async ({ db }) => {
  const ada = await aUser(db);
  const first = await enrolFactor(db, ada, { type: "totp" }, NOW);
  const second = await enrolFactor(db, ada, { type: "totp" }, NOW);
  expect((await listFactors(db, ada)).map(({ id }) => id)).not.toContain(first.id);
  await verifyFactor(db, second, email, NOW);
  await enrolFactor(db, ada, { type: "totp" }, NOW);
  expect((await listFactors(db, ada)).map(({ verifiedAt }) => verifiedAt !== null)).toContain(true);
});

dbTest(
  "a new phone number replaces the old one; another account's number is refused",
  async ({ db }) => {
    const [ada, eve] = [await aUser(db), await aUser(db, "eve")];
    const old = await enrolFactor(db, ada, { type: "phone", phone }, NOW);
    const code = await issueCode(db, `factor:${old.id}`, NOW);
    expect(await consumeFactorCode(db, old, code, NOW)).toBe(true);
    await verifyFactor(db, old, email, NOW);
    const changed = await enrolFactor(db, ada, { type: "phone", phone: "+61499000111" }, NOW);
    // Until its code is shown the old number stays.
    expect(await listFactors(db, ada)).toHaveLength(2);
    expect(await verifyFactor(db, changed, email, NOW)).toEqual([]);
    expect((await listFactors(db, ada)).map((factor) => factor.phone)).toEqual(["+61499000111"]);
    const theirs = await enrolFactor(db, eve, { type: "phone", phone: "+61499000111" }, NOW);
    const taken = { statusCode: 409, body: { code: "PHONE_TAKEN" } };
    await expect(verifyFactor(db, theirs, "eve@example.com", NOW)).rejects.toMatchObject(taken);
  },
);

dbTest(
  "each recovery code works once, in any case and spacing, for its own account",
  async ({ db }) => {
    const [ada, eve] = [await aUser(db), await aUser(db, "eve")];
    const factor = await enrolFactor(db, ada, { type: "totp" }, NOW);
    const [first, second] = await verifyFactor(db, factor, email, NOW);
    expect(JSON.stringify(await db.select().from(recoveryCodes))).not.toContain(first);
    expect(await consumeRecoveryCode(db, eve, first!, NOW)).toBe(false);
    expect(
      await consumeRecoveryCode(db, ada, ` ${first!.toUpperCase().replace("-", " ")}`, NOW),
    ).toBe(true);
    expect(await consumeRecoveryCode(db, ada, first!, NOW)).toBe(false);
    expect(await countRecoveryCodes(db, ada)).toBe(9);
    await renewRecoveryCodes(db, { id: ada, email }, NOW);
    expect(await consumeRecoveryCode(db, ada, second!, NOW)).toBe(false);
    expect(await countRecoveryCodes(db, ada)).toBe(10);
  },
);

const of = (id: string): CurrentSession => ({
  id,
  email,
  sessionId: "current",
  method: "password",
  fresh: true,
  aal: "aal2",
  nextAal: "aal2",
});

dbTest(
  "removing the last factor deletes the recovery codes of that account only",
  async ({ db }) => {
    const [ada, eve] = [await aUser(db), await aUser(db, "eve")];
    const factor = await enrolFactor(db, ada, { type: "totp" }, NOW);
    await verifyFactor(db, factor, email, NOW);
    const noneOfHers = { statusCode: 404, body: { code: "FACTOR_NOT_FOUND" } };
    await expect(removeFactor(db, of(eve), factor.id, NOW)).rejects.toMatchObject(noneOfHers);
    await removeFactor(db, of(ada), factor.id, NOW);
    expect(await hasVerifiedFactor(db, ada)).toBe(false);
    expect(await countRecoveryCodes(db, ada)).toBe(0);
  },
);

dbTest("five codes are texted for a second factor in ten minutes, and no more", async ({ db }) => {
  const ada = await aUser(db);
  const { id } = await enrolFactor(db, ada, { type: "phone", phone }, NOW);
  const challenge = () => challengeFactor(db, of(ada), id, undefined);
  for (let codes = 0; codes < 5; codes++) await challenge();
  await expect(challenge()).rejects.toMatchObject({ statusCode: 429 });
});
