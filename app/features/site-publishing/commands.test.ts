import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { type DocumentName, documentNames, siteDocuments } from "#app/content/documents.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, storedDocuments } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth, dbTest as test } from "#tests/support/db.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { discardWords, saveDraft, publishDocument } from "./commands.server.ts";
import { getSiteDocument, listSiteDocuments } from "#app/features/site-content/queries.server.ts";
import { showPublicWords } from "./published.server.ts";
import {
  keepUnplacedWords,
  listUnplacedWords,
  settleUnplacedWords,
} from "#app/features/site-content/unplaced.server.ts";

const other = { userId: "other", email: "other@example.com", role: "owner" } as const;
const about = siteDocuments.about.default;
const withHeading = (heading: string) => ({ ...about, heading });
const save = (db: Db, version: number, values: unknown, name: DocumentName = "about") =>
  saveDraft(db, owner, name, { version, values }, NOW);
const rows = (db: Db) => db.select().from(storedDocuments);

describe("a document that nobody edited", () => {
  dbTest("says its defaults", async ({ db }) => {
    expect(await getSiteDocument(db, owner, "about")).toMatchObject({
      values: about,
      published: about,
      hasDraft: false,
      isEdited: false,
      version: 0,
      edited: null,
    });
  });

  dbTest("is listed with how many samples it says", async ({ db }) => {
    const listed = await listSiteDocuments(db, owner);
    expect(listed.map(({ name }) => name)).toEqual(documentNames);
    expect(listed.every(({ state }) => state === "default")).toBe(true);
    const samplesOf = (wanted: string) => listed.find(({ name }) => name === wanted)!.samples;
    expect(samplesOf("about")).toBeGreaterThan(5);
    // Its only samples are figures, which she may mean.
    expect(samplesOf("prices")).toBe(0);
  });
});

describe("a draft", () => {
  dbTest("is kept beside what is public", async ({ db }) => {
    expect(await save(db, 0, withHeading("New"))).toEqual({ ok: true, version: 1 });
    const found = await getSiteDocument(db, owner, "about");
    expect(found).toMatchObject({
      values: { heading: "New" },
      published: { heading: about.heading },
      hasDraft: true,
      edited: { at: NOW, by: owner.email },
    });
    const listed = await listSiteDocuments(db, owner);
    expect(listed.find(({ name }) => name === "about")).toMatchObject({ state: "draft" });
  });

  dbTest("holds none of the labels that can't be edited", async ({ db }) => {
    const { coaching } = siteDocuments;
    await save(db, 0, { ...coaching.default, intro: "New", heading: "Mine" }, "coaching");
    const [row] = await rows(db);
    expect(row!.draft).not.toHaveProperty("heading");
    expect(row!.draft).not.toHaveProperty("cards.voice.title");
    expect((await getSiteDocument(db, owner, "coaching")).values).toMatchObject({
      heading: coaching.default.heading,
      intro: "New",
    });
  });

  dbTest("with something wrong is refused and stores nothing", async ({ db }) => {
    expect(await save(db, 0, withHeading(" \u200b "))).toEqual({
      ok: false,
      reason: "invalid",
      errors: { heading: "This can't be empty." },
    });
    expect(await rows(db)).toEqual([]);
  });

  dbTest("of a stale tab is refused with what stands now, by whom and when", async ({ db }) => {
    await saveDraft(db, other, "about", { version: 0, values: withHeading("Theirs") }, NOW);
    expect(await save(db, 0, withHeading("Mine"))).toMatchObject({
      reason: "changed",
      current: { values: { heading: "Theirs" }, version: 1, edited: { at: NOW, by: other.email } },
    });
  });

  onBoth("sent twice is saved once", async ({ db }) => {
    const outcomes = await Promise.all([
      save(db, 0, withHeading("New")),
      save(db, 0, withHeading("New")),
    ]);
    expect(outcomes).toEqual([
      { ok: true, version: 1 },
      { ok: true, version: 1 },
    ]);
  });

  onBoth("of two tabs at once is that of one of them", async ({ db }) => {
    const outcomes = await Promise.all([
      save(db, 0, withHeading("One")),
      save(db, 0, withHeading("Two")),
    ]);
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect((await getSiteDocument(db, owner, "about")).version).toBe(1);
  });

  dbTest("that says what is public again is none any more", async ({ db }) => {
    await save(db, 0, withHeading("New"));
    expect(await save(db, 1, about)).toEqual({ ok: true, version: 2 });
    expect(await getSiteDocument(db, owner, "about")).toMatchObject({ hasDraft: false });
  });

  dbTest("is discarded once, and not from a stale tab", async ({ db }) => {
    await save(db, 0, withHeading("New"));
    expect(await discardWords(db, owner, "about", 0, NOW)).toMatchObject({ reason: "changed" });
    expect(await discardWords(db, owner, "about", 1, NOW)).toEqual({ ok: true, version: 2 });
    expect(await discardWords(db, owner, "about", 1, NOW)).toEqual({ ok: true, version: 2 });
  });
});

describe("the activity log", () => {
  const entries = async (db: Db) => {
    const found = await db.select().from(auditEntries).orderBy(auditEntries.id);
    return found.map(({ actor, action, subjectKind, label }) =>
      [actor, action, subjectKind, label].join(", "),
    );
  };
  const saved = (by = owner.email) => `${by}, saved a draft of, words, About`;
  const discarded = `${owner.email}, discarded the draft of, words, About`;

  dbTest("names who saved and who discarded a draft, and no refusal", async ({ db }) => {
    await save(db, 0, withHeading("New"));
    await save(db, 0, withHeading("Stale"));
    await save(db, 1, withHeading(""));
    await discardWords(db, owner, "about", 1, NOW);
    await discardWords(db, owner, "about", 1, NOW);
    await save(db, 2, withHeading("New"));
    await saveDraft(db, other, "about", { version: 3, values: withHeading("Theirs") }, NOW);
    expect(await entries(db)).toEqual([saved(), discarded, saved(), saved(other.email)]);
  });

  dbTest("names a draft that is saved again and again once a day", async ({ db }) => {
    for (const version of [0, 1, 2]) await save(db, version, withHeading(`New ${version}`));
    expect(await entries(db)).toEqual([saved()]);
    const nextDay = new Date(NOW.getTime() + 24 * 3_600_000);
    await saveDraft(db, owner, "about", { version: 3, values: withHeading("Newest") }, nextDay);
    expect(await entries(db)).toEqual([saved(), saved()]);
  });
});

describe("rows that another program wrote", () => {
  const write = (db: Db, name: string, published: unknown, draft: unknown = null) =>
    db.insert(storedDocuments).values({ name, published, draft, version: 3, updatedBy: "x" });

  dbTest("for no document are passed over", async ({ db }) => {
    await write(db, "__proto__", { heading: "x" });
    await write(db, "nonsense", { heading: "x" });
    const listed = await listSiteDocuments(db, owner);
    expect(listed.map(({ name }) => name)).toEqual(documentNames);
  });

  dbTest("leave a sample's place empty where they have another shape", async ({ db }) => {
    await write(
      db,
      "about",
      { heading: 7, intro: "Mine", background: "x", gallery: { pictures: [null, 4] } },
      ["x"],
    );
    const { published, values, hasDraft } = await getSiteDocument(db, owner, "about");
    expect(hasDraft).toBe(true);
    expect(values).toMatchObject({
      heading: "",
      approach: { heading: about.approach.heading, intro: "" },
    });
    expect(published).toMatchObject({
      heading: "",
      intro: "Mine",
      gallery: { pictures: [{ name: "" }, { name: "" }] },
    });
    await listSiteDocuments(db, owner);
  });

  dbTest("can be saved over", async ({ db }) => {
    await write(db, "about", "x", 4);
    expect(await save(db, 3, withHeading("New"))).toEqual({ ok: true, version: 4 });
    const [row] = await db.select().from(storedDocuments).where(eq(storedDocuments.name, "about"));
    expect(row!.draft).toMatchObject({ heading: "New" });
  });
});

const home = siteDocuments.home.default;
const { hero } = home;

/** As a release stored it whose fields were others. */
const earlier = {
  ...home,
  hero: { ...hero, title: "Sing what you mean.", intro: { short: "I teach." } },
  why: { ...home.why, points: [{ title: "Kind", text: "Exact", icon: "A heart" }] },
};
const lost = [
  { path: "hero.intro", label: "Opening › Introduction", text: "I teach." },
  { path: "hero.title", label: "Opening › title", text: "Sing what you mean." },
  {
    path: "why.points.0.icon",
    label: "Why work with me › Points › Point 1 › icon",
    text: "A heart",
  },
];

const store = (db: Db, row: Partial<typeof storedDocuments.$inferInsert>) =>
  db.insert(storedDocuments).values({ name: "home", updatedBy: owner.email, ...row });

const listed = async (db: Db) =>
  (await listUnplacedWords(db, owner)).map(({ path, label, text }) => ({ path, label, text }));
const sorted = (words: Awaited<ReturnType<typeof listed>>) =>
  words.toSorted((a, b) => a.path.localeCompare(b.path));

onBoth(
  "words whose fields are gone are kept at a start, once, until they are settled",
  async ({ db }) => {
    await store(db, { published: earlier, draft: earlier });
    await Promise.all([keepUnplacedWords(db), keepUnplacedWords(db)]);
    await keepUnplacedWords(db);
    expect(sorted(await listed(db))).toEqual(lost);
    const { at } = (await listUnplacedWords(db, owner)).find(({ path }) => path === "hero.title")!;
    await settleUnplacedWords(db, owner, { name: "home", at }, NOW);
    await settleUnplacedWords(db, owner, { name: "home", at }, NOW);
    await keepUnplacedWords(db);
    expect(sorted(await listed(db))).toEqual([lost[0], lost[2]]);
    expect(await db.select().from(auditEntries)).toMatchObject([
      { action: "placed the lost", label: "Home: Opening › title", actor: owner.email },
    ]);
  },
);

test("the next publication, which no longer holds them, leaves them where they are kept", async ({
  db,
}) => {
  await store(db, { published: earlier });
  await showPublicWords(db);
  const values = { ...home, hero: { ...hero, headline: "New" } };
  const outcome = await publishDocument(db, owner, "home", { version: 0, values }, NOW);
  expect(outcome).toMatchObject({ ok: true });
  const [row] = await db.select().from(storedDocuments).where(eq(storedDocuments.name, "home"));
  expect(JSON.stringify(row!.published)).not.toContain("Sing what you mean.");
  expect(sorted(await listed(db))).toEqual(lost);
});

test("a document that the site no longer has is kept as a whole", async ({ db }) => {
  await store(db, { name: "concerts", published: { heading: "In May", items: [{ at: "Hall" }] } });
  await keepUnplacedWords(db);
  expect(await listUnplacedWords(db, owner)).toEqual([
    { name: "concerts", document: null, path: "", label: "", text: "Hall\nIn May", at: 0 },
  ]);
});

test("words that all have their fields are never called lost", async ({ db }) => {
  for (const [name, document] of Object.entries(siteDocuments))
    await store(db, { name, published: document.default, draft: {} });
  await keepUnplacedWords(db);
  expect(await listUnplacedWords(db, owner)).toEqual([]);
});
