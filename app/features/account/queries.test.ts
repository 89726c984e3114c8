import { expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { sessions, signIns, users } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { listSessions, listSignIns, sessionList, signInList } from "./queries.server.ts";

const day = 86_400_000;
const before = (ms: number) => new Date(NOW.getTime() - ms);
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const page = (number: number) => new URLSearchParams({ page: String(number) });

async function aUser(db: Db, id: string) {
  await db.insert(users).values({ id, name: id, email: `${id}@example.com` });
  return { userId: id, email: `${id}@example.com` };
}

const aSession = (userId: string, number: number, begun = before(number * 1000)) => ({
  id: `${userId}-${number}`,
  token: `secret-${userId}-${number}`,
  userId,
  expiresAt: new Date(NOW.getTime() + day),
  createdAt: begun,
  updatedAt: begun,
});

dbTest(
  "sessions are shown a page at a time, the latest first, without their tokens",
  async ({ db }) => {
    const [ada, eve] = [await aUser(db, "ada"), await aUser(db, "eve")];
    await db.insert(sessions).values(numbers(51).map((number) => aSession("ada", number)));
    await db.insert(sessions).values(aSession(eve.userId, 1));
    const first = await listSessions(db, ada, readListQuery(page(1), sessionList), NOW);
    const second = await listSessions(db, ada, readListQuery(page(2), sessionList), NOW);
    expect([first.total, first.rows.length, first.rows[0]!.id]).toEqual([51, 50, "ada-0"]);
    expect([second.page, second.rows.map(({ id }) => id)]).toEqual([2, ["ada-50"]]);
    expect(JSON.stringify([first, second])).not.toContain("secret");
  },
);

dbTest("a session that is a week old is not shown", async ({ db }) => {
  const ada = await aUser(db, "ada");
  const week = 7 * day;
  await db
    .insert(sessions)
    .values([aSession("ada", 1, before(week)), aSession("ada", 2, before(week - 1))]);
  const { rows } = await listSessions(db, ada, readListQuery(page(1), sessionList), NOW);
  expect(rows.map(({ id }) => id)).toEqual(["ada-2"]);
});

dbTest("a kept session says until when, thirty days unused or ninety in all", async ({ db }) => {
  const ada = await aUser(db, "ada");
  const kept = (number: number, begun: number, end: number) => ({
    ...aSession("ada", number, before(begun * day)),
    kept: true,
    expiresAt: before(-end * day),
  });
  await db.insert(sessions).values([kept(1, 8, 30), kept(2, 80, 30), kept(3, 90, 30)]);
  await db.insert(sessions).values(aSession("ada", 4, before(6 * day)));
  const { rows } = await listSessions(db, ada, readListQuery(page(1), sessionList), NOW);
  expect(rows.map(({ id, keptUntil }) => [id, keptUntil])).toEqual([
    ["ada-4", null],
    ["ada-1", before(-30 * day)],
    ["ada-2", before(-10 * day)],
  ]);
});

dbTest("sign-ins are shown a page at a time, the latest first", async ({ db }) => {
  const [ada] = [await aUser(db, "ada"), await aUser(db, "eve")];
  const aSignIn = { method: "password", deviceHash: "device" };
  const theirs = numbers(51).map((number) => ({ ...aSignIn, userId: "ada", at: before(number) }));
  await db.insert(signIns).values([...theirs, { ...aSignIn, userId: "eve", at: NOW }]);
  const { rows, total } = await listSignIns(db, ada, readListQuery(page(2), signInList));
  expect([total, rows.map(({ at }) => at)]).toEqual([51, [before(50)]]);
});
