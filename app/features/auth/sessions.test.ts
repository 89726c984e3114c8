import { expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import {
  auditEntries,
  emails,
  sessions,
  signIns,
  users,
} from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { endSession } from "#app/features/account/queries.server.ts";
import { endOtherSessions } from "./sessions.server.ts";
import { recordSignIn } from "./hooks.server.ts";

async function aUser(db: Db, id: string) {
  await db.insert(users).values({ id, name: id, email: `${id}@example.com`, emailVerified: true });
  for (const number of [1, 2])
    await db
      .insert(sessions)
      .values({ id: `${id}-${number}`, token: `${id}-${number}`, userId: id, expiresAt: NOW });
  return { userId: id, email: `${id}@example.com` };
}

const from = (device: string) =>
  ({ method: "password", device, ip: "192.0.2.1", userAgent: null }) as const;

dbTest(
  "a device that was not seen before is reported by email; the very first sign-in is not",
  async ({ db }) => {
    const ada = await aUser(db, "ada");
    await recordSignIn(db, { ...ada, ...from("laptop") }, NOW);
    await recordSignIn(db, { ...ada, ...from("laptop") }, NOW);
    expect(await db.select().from(emails)).toEqual([]);
    await recordSignIn(db, { ...ada, ...from("phone") }, NOW);
    expect(await db.select().from(emails)).toMatchObject([
      { kind: "new-device", recipient: ada.email },
    ]);
    const noted = await db.select().from(signIns);
    expect(noted).toHaveLength(3);
    expect(JSON.stringify(noted)).not.toContain("laptop");
  },
);

dbTest("a device known to another account is new to this one", async ({ db }) => {
  const [ada, eve] = [await aUser(db, "ada"), await aUser(db, "eve")];
  await recordSignIn(db, { ...ada, ...from("laptop") }, NOW);
  await recordSignIn(db, { ...eve, ...from("tablet") }, NOW);
  await recordSignIn(db, { ...eve, ...from("laptop") }, NOW);
  expect(await db.select().from(emails)).toMatchObject([{ recipient: eve.email }]);
});

dbTest("a person ends one or all of their own sessions, and nobody else's", async ({ db }) => {
  const [ada, eve] = [await aUser(db, "ada"), await aUser(db, "eve")];
  await endSession(db, ada, "eve-1");
  await endOtherSessions(db, ada, "ada-2");
  const left = async () =>
    (await db.select({ id: sessions.id }).from(sessions)).map(({ id }) => id).sort();
  expect(await left()).toEqual(["ada-2", "eve-1", "eve-2"]);
  await endSession(db, eve, "eve-1");
  expect(await left()).toEqual(["ada-2", "eve-2"]);
});

dbTest("each ended session is in the activity log once", async ({ db }) => {
  const ada = await aUser(db, "ada");
  await endSession(db, ada, "ada-1", NOW);
  await endSession(db, ada, "ada-1", NOW);
  await db.insert(sessions).values({ id: "new", token: "new", userId: "ada", expiresAt: NOW });
  await endOtherSessions(db, ada, "new", NOW);
  await endOtherSessions(db, ada, "new", NOW);
  const told = await db.select().from(auditEntries).orderBy(auditEntries.id);
  const entry = { actor: ada.email, action: "ended", subjectKind: "session", at: NOW };
  expect(told).toMatchObject([
    { ...entry, label: expect.stringMatching(/^a session: Unknown browser, since /) },
    { ...entry, label: "1 other session" },
  ]);
});
