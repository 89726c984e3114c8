import { expect, test } from "vitest";
import { getEmail, listEmails } from "#app/features/email/queries.server.ts";
import {
  auditEntries,
  emails,
  sessions,
  setupLinks,
  users,
} from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases } from "#tests/support/db.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { type AdminRole, mayUse } from "./model.ts";
import { queueCode } from "./emails.server.tsx";
import { createSetupLink, makeOwner } from "./owner.server.ts";
import { endAccess, invitePerson, listPeople } from "./people.server.ts";

const ada = { email: "Ada@Example.com", role: "assistant" } as const;

dbTest("an invited person has the role, an email, and a line in the log", async ({ db }) => {
  expect(await invitePerson(db, owner, ada, NOW)).toBe(true);
  expect(await listPeople(db, owner)).toMatchObject([
    { email: "ada@example.com", role: "assistant", seenAt: null },
  ]);
  expect(await db.select().from(emails)).toMatchObject([
    { kind: "invitation", recipient: "ada@example.com" },
  ]);
  expect(await db.select().from(auditEntries)).toMatchObject([
    { actor: owner.email, action: "invited", label: "ada@example.com as assistant" },
  ]);
});

dbTest("a second invitation changes the role, but never an owner's", async ({ db }) => {
  await invitePerson(db, owner, ada, NOW);
  expect(await invitePerson(db, owner, { ...ada, role: "viewer" }, NOW)).toBe(true);
  await makeOwner(db, "owner@example.com", "a long enough one", NOW);
  expect(await invitePerson(db, owner, { ...ada, email: "owner@example.com" }, NOW)).toBe(false);
  expect((await listPeople(db, owner)).map(({ role }) => role)).toEqual(["viewer", "owner"]);
});

dbTest("ending the access takes account and sessions", async ({ db }) => {
  await invitePerson(db, owner, ada, NOW);
  await makeOwner(db, "owner@example.com", "a long enough one", NOW);
  const [person, owning] = await listPeople(db, owner);
  await db.insert(sessions).values({
    id: "s",
    token: "t",
    userId: person!.id,
    expiresAt: new Date(NOW.getTime() + 60_000),
  });
  expect(await endAccess(db, owner, person!.id, NOW)).toBe("ada@example.com");
  expect(await db.select().from(sessions)).toEqual([]);
  expect(await endAccess(db, owner, person!.id, NOW)).toBeNull();
  expect(await db.select({ id: users.id }).from(users)).toEqual([{ id: owning!.id }]);
});

onBothDatabases("an owner who is gone is ended by another, never the last", async ({ db }) => {
  const bea = { ...owner, email: "bea@example.com" };
  await makeOwner(db, owner.email, "a long enough one", NOW);
  await makeOwner(db, bea.email, "a long enough one", NOW);
  for (const { email } of [owner, bea]) await createSetupLink(db, email, NOW);
  const [first, second] = await listPeople(db, owner);
  expect([first, second]).toMatchObject([
    { email: bea.email, mayEnd: true },
    { email: owner.email, mayEnd: false },
  ]);
  expect(await endAccess(db, owner, second!.id, NOW)).toBeNull();
  const ended = await Promise.all([
    endAccess(db, owner, first!.id, NOW),
    endAccess(db, bea, second!.id, NOW),
  ]);
  expect(ended.filter(Boolean)).toHaveLength(1);
  const [staying, gone] = ended[0] ? [owner, bea] : [bea, owner];
  expect(await db.select().from(setupLinks)).toMatchObject([{ email: staying.email }]);
  expect(await db.select({ id: users.id }).from(users)).toHaveLength(1);
  await invitePerson(db, staying, ada, NOW);
  const assistant = (await listPeople(db, staying)).find(({ role }) => role === "assistant")!;
  expect(await endAccess(db, gone, assistant.id, NOW)).toBeNull();
  expect(await endAccess(db, staying, assistant.id, NOW)).toBe(assistant.email);
});

dbTest("only an owner reads the emails that carry codes", async ({ db }) => {
  await queueCode(db, { email: owner.email, code: "123456", hash: "h" });
  const [{ id }] = (await db.select({ id: emails.id }).from(emails)) as [{ id: string }];
  const read = async (role: AdminRole) => (await getEmail(db, { ...owner, role }, id))?.id;
  expect([await read("owner"), await read("assistant"), await read("viewer")]).toEqual([
    id,
    undefined,
    undefined,
  ]);
  const list = { search: "", sort: "-created", page: 1, pageSize: 50, filters: {} };
  const listed = await listEmails(db, { ...owner, role: "viewer" }, "all", list);
  expect(JSON.stringify(listed)).not.toContain(id);
});

test("an area that is new is the owner's to change", () => {
  expect(mayUse("assistant", "/admin")).toBe(true);
  expect(mayUse("assistant", "/admin/diary/new?client=ada")).toBe(true);
  expect(mayUse("viewer", "/admin/quotes/new?from=1")).toBe(false);
  expect(mayUse("assistant", "/admin/brand-new")).toBe(false);
  expect(mayUse("viewer", "admin/brand-new", "POST")).toBe(false);
  expect(mayUse("assistant", "admin/inbox/:id", "POST")).toBe(true);
});
