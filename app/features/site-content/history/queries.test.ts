import { describe, expect } from "vitest";
import { wordsOf } from "#app/content/state.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { sitePublications } from "#app/server/database/tables.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { dbTest as test } from "#tests/support/db.ts";
import { owner } from "#tests/support/factories.ts";
import { historyList, listPublications } from "./queries.server.ts";

const { home, prices } = wordsOf({});
const withHeadline = (headline: string) => ({ ...home, hero: { ...home.hero, headline } });

const at = (minute: number) => new Date(Date.UTC(2026, 10, 3, 5, minute));

type Row = Partial<typeof sitePublications.$inferInsert>;

async function insert(db: Db, ...rows: Row[]): Promise<number[]> {
  const values = rows.map((row, index) => ({
    document: "home",
    actor: "owner@example.com",
    at: at(index),
    ...row,
  }));
  const added = await db.insert(sitePublications).values(values).returning();
  return added.map(({ id }) => id);
}

const listed = async (db: Db, query = "") => {
  const list = readListQuery(new URLSearchParams(query), historyList);
  return (await listPublications(db, owner, list)).rows;
};

test("publications are listed with their words, newest first", async ({ db }) => {
  const first = withHeadline("Sing what you mean.");
  const ids = await insert(
    db,
    { before: null, after: first },
    { before: first, after: withHeadline("Sing what you love.") },
  );
  expect(await listed(db)).toMatchObject([
    {
      id: ids[1],
      label: "Home",
      at: at(1),
      by: "owner@example.com",
      isPublic: true,
      changes: [
        {
          kind: "text",
          label: "Opening › Headline",
          parts: [
            { kind: "same", text: "Sing what you " },
            { kind: "removed", text: "mean" },
            { kind: "added", text: "love" },
            { kind: "same", text: "." },
          ],
        },
      ],
    },
    { id: ids[0], isPublic: false },
  ]);
});

test("one document's publications can be listed alone", async ({ db }) => {
  await insert(db, { after: withHeadline("Sing.") }, { document: "prices", after: prices });
  expect(await listed(db, "document=prices")).toMatchObject([{ label: "Prices and packages" }]);
  expect(await listed(db, "document=nothing")).toHaveLength(2);
});

test("what was put back is named by its time, what was undone by the one before", async ({
  db,
}) => {
  const [one, two] = [withHeadline("One."), withHeadline("Two.")];
  const [first] = await insert(db, { before: null, after: one }, { before: one, after: two });
  await insert(db, { before: two, after: one, undoesId: first, at: at(5) });
  expect((await listed(db))[0]!.putBack).toEqual({ to: at(0) });
  const [third] = await insert(db, { before: one, after: two, at: at(6) });
  await insert(db, { before: two, after: one, undoesId: third, at: at(7) });
  expect((await listed(db))[0]!.putBack).toEqual({ to: at(5) });
  await insert(db, { before: one, after: null, undoesId: first, at: at(8) });
  expect((await listed(db))[0]!.putBack).toEqual({ to: null });
});

describe("what cannot be put back as it was is named:", () => {
  test("fields that the site no longer has", async ({ db }) => {
    await insert(db, { after: { ...home, subtitle: "Gone", hero: { ...home.hero, motto: "x" } } });
    expect((await listed(db))[0]!.lost.toSorted()).toEqual(["Opening › motto", "subtitle"]);
  });

  test("pictures that have been deleted", async ({ db }) => {
    const portrait = { name: "0191b5e8-0000-7000-8000-000000000001", alt: "Ada" };
    await insert(db, { after: { ...home, hero: { ...home.hero, portrait } } });
    const [entry] = await listed(db);
    expect(entry!.missingPictures).toEqual(["Opening › Portrait"]);
    expect(entry!.changes).toMatchObject([
      { kind: "picture", before: { src: "/pictures/headshot-360.webp" }, after: { src: null } },
    ]);
  });

  test("documents that the site no longer has", async ({ db }) => {
    await insert(db, { document: "shop", before: { a: 1 }, after: "words" });
    expect(await listed(db)).toMatchObject([{ label: "shop", isKnown: false, changes: [] }]);
  });
});

test.for<[unknown]>([
  [null],
  ["words"],
  [17],
  [[]],
  [{ hero: null, why: { points: "none" }, about: { text: [{}, 3, null] } }],
  [{ hero: { portrait: { name: 3 } }, expertise: { cards: [null, "x", { title: [] }] } }],
])("what another program stored breaks nothing: %j", async ([after], { db }) => {
  await insert(db, { before: after, after: withHeadline("Sing.") }, { before: home, after });
  const entries = await listed(db);
  expect(entries).toHaveLength(2);
  expect(JSON.stringify(entries)).toContain("Sing");
});

test("prices of another program are shown as what they are", async ({ db }) => {
  const coachingSessions = [{ minutes: -1, price: 1.5 }, { minutes: "x" }];
  await insert(db, { document: "prices", after: { ...prices, coachingSessions } });
  expect(JSON.stringify((await listed(db))[0]!.changes)).toContain("A$");
});
