import { expect } from "vitest";
import { sessions, setupLinks, signIns, users } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { deleteExpiredSignIns } from "./retention.server.ts";

const before = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const later = new Date(NOW.getTime() + 1);

dbTest("sign-ins are deleted after a year, except the last one of each account", async ({ db }) => {
  const people = ["ada", "eve"].map((id) => ({ id, name: id, email: `${id}@example.com` }));
  await db.insert(users).values(people);
  const signIn = (userId: string, at: Date) => ({
    userId,
    at,
    method: "password",
    deviceHash: "d",
  });
  const old = [
    signIn("ada", before(400)),
    signIn("ada", before(367)),
    signIn("eve", before(380)),
    signIn("eve", before(370)),
  ];
  await db.insert(signIns).values([...old, signIn("ada", before(364))]);
  await deleteExpiredSignIns(db, NOW);
  const left = await db.select().from(signIns).orderBy(signIns.userId, signIns.at);
  expect(left.map(({ userId, at }) => [userId, at])).toEqual([
    ["ada", before(364)],
    ["eve", before(370)],
  ]);
});

dbTest("a set-up link is deleted when it expires, used or not", async ({ db }) => {
  const link = (tokenHash: string, expiresAt: Date) => ({
    tokenHash,
    expiresAt,
    usedAt: before(0),
  });
  await db.insert(setupLinks).values([link("used", before(1)), link("fresh", later)]);
  await db.insert(setupLinks).values({ tokenHash: "unused", expiresAt: before(1) });
  await deleteExpiredSignIns(db, NOW);
  expect((await db.select().from(setupLinks)).map(({ tokenHash }) => tokenHash)).toEqual(["fresh"]);
});

dbTest(
  "a session is deleted a week after it began, a kept one after ninety days, whatever its expiry",
  async ({ db }) => {
    await db.insert(users).values({ id: "ada", name: "Ada", email: "ada@example.com" });
    const session = (id: string, createdAt: Date) => ({
      id,
      token: id,
      userId: "ada",
      createdAt,
      expiresAt: later,
    });
    await db.insert(sessions).values([session("old", before(7)), session("young", before(6))]);
    const kept = { kept: true };
    await db.insert(sessions).values([
      { ...session("kept long", before(90)), ...kept },
      { ...session("kept", before(89)), ...kept },
    ]);
    await deleteExpiredSignIns(db, NOW);
    const left = await db.select().from(sessions).orderBy(sessions.id);
    expect(left.map(({ id }) => id)).toEqual(["kept", "young"]);
  },
);
