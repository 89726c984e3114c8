import { eq } from "drizzle-orm";
import { expect } from "vitest";
import {
  accounts,
  factors,
  sessions,
  setupLinks,
  users,
  verifications,
} from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { issueLink } from "./credentials.server.ts";
import {
  createSetupLink,
  ensureFirstOwnerLink,
  getSetupLink,
  consumeSetupLink,
  makeOwner,
} from "./owner.server.ts";

const tokenOf = (link: string) => new URL(link).searchParams.get("token")!;
const owner = { email: "Owner@Example.com", password: "a long enough one" };

dbTest("the first owner's link makes a verified administrator, once", async ({ db }) => {
  const token = tokenOf((await ensureFirstOwnerLink(db, NOW))!);
  expect(await getSetupLink(db, token, NOW)).toEqual({ email: null });
  expect(await consumeSetupLink(db, token, owner, NOW)).toBe(true);
  expect(await db.select().from(users)).toMatchObject([
    { email: "owner@example.com", emailVerified: true, role: "admin" },
  ]);
  expect(await consumeSetupLink(db, token, { ...owner, email: "eve@example.com" }, NOW)).toBe(
    false,
  );
  expect(await db.select().from(users)).toHaveLength(1);
  expect(await ensureFirstOwnerLink(db, NOW)).toBeNull();
});

dbTest("a first owner's link no longer works once there is an owner", async ({ db }) => {
  const token = tokenOf((await ensureFirstOwnerLink(db, NOW))!);
  await makeOwner(db, owner.email, owner.password, NOW);
  expect(await getSetupLink(db, token, NOW)).toBeNull();
  expect(await consumeSetupLink(db, token, { ...owner, email: "eve@example.com" }, NOW)).toBe(
    false,
  );
});

onBoth("processes that start together or later print the same link", async ({ db }) => {
  const links = await Promise.all(Array.from({ length: 4 }, () => ensureFirstOwnerLink(db, NOW)));
  const later = new Date(NOW.getTime() + 20 * 3_600_000);
  expect(new Set([...links, await ensureFirstOwnerLink(db, later)]).size).toBe(1);
  // It lasts for a day from the last start that named it.
  const token = tokenOf(links[0]!);
  expect(await getSetupLink(db, token, new Date(later.getTime() + 23 * 3_600_000))).toEqual({
    email: null,
  });
  expect(await consumeSetupLink(db, token, owner, later)).toBe(true);
});

dbTest("an expired link is replaced", async ({ db }) => {
  const first = await ensureFirstOwnerLink(db, NOW);
  const later = new Date(NOW.getTime() + 2 * 86_400_000);
  expect(await ensureFirstOwnerLink(db, later)).not.toBe(first);
  expect(await db.select().from(setupLinks)).toHaveLength(1);
});

dbTest("a link for an email makes only that email an owner, and lasts a day", async ({ db }) => {
  await makeOwner(db, owner.email, owner.password, NOW);
  const token = tokenOf(await createSetupLink(db, "second@example.com", NOW));
  expect(await getSetupLink(db, token, new Date(NOW.getTime() + 86_400_000))).toBeNull();
  expect(await consumeSetupLink(db, token, { ...owner, email: "eve@example.com" }, NOW)).toBe(true);
  expect((await db.select().from(users)).map(({ email }) => email).sort()).toEqual([
    "owner@example.com",
    "second@example.com",
  ]);
});

dbTest("the token and the password are stored as hashes only", async ({ db }) => {
  const token = tokenOf((await ensureFirstOwnerLink(db, NOW))!);
  await consumeSetupLink(db, token, owner, NOW);
  expect(
    JSON.stringify([await db.select().from(setupLinks), await db.select().from(accounts)]),
  ).not.toContain(token);
  expect((await db.select().from(accounts))[0]?.password).not.toContain(owner.password);
});

dbTest("earlier links no longer work once an email is made owner again", async ({ db }) => {
  await makeOwner(db, owner.email, owner.password, NOW);
  await issueLink(db, "magic-link", "owner@example.com", NOW);
  await makeOwner(db, owner.email, owner.password, NOW);
  expect(await db.select().from(verifications)).toEqual([]);
});

dbTest("making an email owner again removes a lost second factor", async ({ db }) => {
  await makeOwner(db, owner.email, owner.password, NOW);
  const [user] = await db.select().from(users);
  await db
    .insert(factors)
    .values({ userId: user!.id, type: "phone", phone: "+61412345678", verifiedAt: NOW });
  await db
    .insert(sessions)
    .values({ id: "s", token: "t", userId: user!.id, expiresAt: new Date(NOW.getTime() + 1) });
  await makeOwner(db, owner.email, owner.password, NOW);
  expect([await db.select().from(factors), await db.select().from(sessions)]).toEqual([[], []]);
});

dbTest("a new password replaces the old one", async ({ db }) => {
  await makeOwner(db, owner.email, owner.password, NOW);
  await makeOwner(db, owner.email, "another long enough one", NOW);
  const [user] = await db.select().from(users);
  expect(await db.select().from(accounts).where(eq(accounts.userId, user!.id))).toHaveLength(1);
});
