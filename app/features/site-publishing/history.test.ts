import { describe, expect } from "vitest";
import { siteDocuments } from "#app/content/documents.ts";
import { wordsOf } from "#app/content/state.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { sitePublications } from "#app/server/database/tables.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { dbTest as test } from "#tests/support/db.ts";
import { owner } from "#tests/support/factories.ts";
import { changesBetween, historyList, listPublications, wordsDiff } from "./history.server.ts";

const words = wordsOf({});
const { home, prices, testimonials } = words;
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

describe("differences within a text", () => {
  test("are words, with what stayed the same around them", () => {
    expect(
      wordsDiff("Breathe first. The music is there.", "Breathe first. The song is here."),
    ).toEqual([
      { kind: "same", text: "Breathe first. The " },
      { kind: "removed", text: "music" },
      { kind: "added", text: "song" },
      { kind: "same", text: " is " },
      { kind: "removed", text: "there" },
      { kind: "added", text: "here" },
      { kind: "same", text: "." },
    ]);
  });

  test("leave out the middle of long stretches that stayed the same", () => {
    const long = "one two three four five six seven eight nine ten ".repeat(5);
    const parts = wordsDiff(`First ${long}last`, `Other ${long}end`);
    expect(parts.map(({ kind }) => kind)).toEqual(["removed", "added", "same", "removed", "added"]);
    expect(parts[2]!.text).toMatch(/^ one two .{30,60} … .{30,60} nine ten $/s);
  });

  test("of texts that share nothing and are very long are the whole texts", () => {
    const [before, after] = ["a", "b"].map((letter) =>
      Array.from({ length: 3_000 }, (_, index) => `${letter}${index}`).join(" "),
    );
    expect(wordsDiff(before!, after!)).toEqual([
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ]);
  });
});

test("a field is named as its form names it", () => {
  const after = { ...home, hero: { ...home.hero, eyebrow: "" } };
  expect(changesBetween(siteDocuments.home, home, after)).toEqual([
    {
      kind: "text",
      label: "Opening › Small heading",
      parts: [{ kind: "removed", text: "Toorak, Melbourne and online" }],
    },
  ]);
});

test("a price changes as a whole, and reads as a price", () => {
  const coachingSessions = prices.coachingSessions.map((session) =>
    session.minutes === 60 ? { ...session, price: 98_00 } : session,
  );
  expect(changesBetween(siteDocuments.prices, prices, { ...prices, coachingSessions })).toEqual([
    {
      kind: "text",
      label: "Session 3 › Price",
      parts: [
        { kind: "removed", text: "A$95.00" },
        { kind: "added", text: "A$98.00" },
      ],
    },
  ]);
});

describe("entries of a list", () => {
  const [first, second, third, ...rest] = testimonials.items;
  const changes = (...items: unknown[]) =>
    changesBetween(siteDocuments.testimonials, testimonials, { items });

  test("are added", () => {
    const own = { ...first!, quote: "She hears it all.", author: "Ada L.", title: "Alto" };
    expect(changes(...testimonials.items, own)).toEqual([
      {
        kind: "text",
        label: "Testimonial 7",
        parts: [
          {
            kind: "added",
            text: "She hears it all. · Ada L. · Alto · 5 of 5 · Wednesday, 1 July 2026",
          },
        ],
      },
    ]);
  });

  test("are removed, and those after them have not moved", () => {
    const removed = changes(first, third, ...rest);
    expect(removed).toMatchObject([{ label: "Testimonial 2", parts: [{ kind: "removed" }] }]);
  });

  test("are moved, as few as possible", () => {
    expect(changes(second, third, ...rest, first)).toEqual([
      { kind: "moved", label: "Testimonial 6", from: 1, to: 6 },
    ]);
  });

  test("are changed where they were moved to", () => {
    const changed = { ...first!, author: "Priya Nair" };
    expect(changes(second, changed, third, ...rest)).toEqual([
      { kind: "moved", label: "Testimonial 2", from: 1, to: 2 },
      {
        kind: "text",
        label: "Testimonial 2 › Name",
        parts: [
          { kind: "same", text: "Priya " },
          { kind: "removed", text: "N." },
          { kind: "added", text: "Nair" },
        ],
      },
    ]);
  });
});

test("pictures are named by their files and descriptions", () => {
  const before = home.hero.portrait;
  const after = { name: "0191b5e8-0000-7000-8000-000000000001", alt: "Ada at the piano" };
  const hero = { ...home.hero, portrait: after };
  expect(changesBetween(siteDocuments.home, home, { ...home, hero })).toEqual([
    {
      kind: "picture",
      label: "Opening › Portrait",
      before: { ...before, alt: "Portrait of {{Your name}} at sunset", src: null },
      after: { ...after, src: null },
    },
  ]);
});
