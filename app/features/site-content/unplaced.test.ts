import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { siteDocuments } from "#app/content/documents.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, storedDocuments } from "#app/server/database/tables.server.ts";
import { dbTest as test, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { publishDocument } from "./commands.server.ts";
import { showPublicWords } from "./published.server.ts";
import { keepUnplacedWords, listUnplacedWords, settleUnplacedWords } from "./unplaced.server.ts";

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
