import { afterEach, beforeEach, expect } from "vitest";
import { content, contentState } from "#app/content/content.ts";
import { startContent } from "#app/content/state.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  auditEntries,
  sitePublications,
  storedDocuments,
} from "#app/server/database/tables.server.ts";
import { onBothDatabases as test } from "#tests/support/db.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { publishDocument, saveDraft, putBackWords } from "./commands.server.ts";
import { useSiteHost } from "./renderer.server.ts";
import { readStored } from "#app/features/site-content/queries.server.ts";
import { listUnplacedWords } from "#app/features/site-content/unplaced.server.ts";
import {
  authorsNamed,
  formerWords,
  listTestimonialAuthors,
  withdrawTestimonials,
} from "./withdraw-testimonials.server.ts";

const by = (author: string, quote = "Lovely.") => ({
  quote,
  author,
  title: "Parent",
  rating: 5,
  consentedOn: "2026-01-01",
});
const items = (...given: unknown[]) => ({ items: given });

beforeEach(() => useSiteHost(null));
afterEach(startContent);

async function release(db: Db, ...given: unknown[]) {
  const { version } = await readStored(db, "testimonials");
  const edit = { version, values: items(...given) };
  const outcome = await publishDocument(db, owner, "testimonials", edit, NOW);
  if (!outcome.ok || !outcome.isNew) throw new Error("Not published.");
  return outcome.publicationId;
}

const everything = async (db: Db) =>
  JSON.stringify([
    await readStored(db, "testimonials"),
    await db.select().from(sitePublications),
    content().testimonials,
  ]);

test("an author's words go from the site, the draft and the history, and nothing else does", async ({
  db,
}) => {
  const first = await release(db, by("Mae"), by("Ben"));
  await release(db, by("Ben"), by("Mae", "Lovely, really."));
  const { version } = await readStored(db, "testimonials");
  const draft = items(by("Ben"), by("Mae", "Lovely, in draft."), by("Cleo"));
  await saveDraft(db, owner, "testimonials", { version, values: draft }, NOW);
  expect(await listTestimonialAuthors(db, owner)).toEqual(["Ben", "Cleo", "Mae"]);

  expect(await withdrawTestimonials(db, owner, "Mae", NOW)).toEqual({ ok: true });
  expect(await everything(db)).not.toContain("Mae");
  expect(content().testimonials.items).toMatchObject([{ author: "Ben" }]);
  const stored = await readStored(db, "testimonials");
  expect(stored.draft).toMatchObject(items({ author: "Ben" }, { author: "Cleo" }));
  expect(JSON.stringify(await db.select().from(auditEntries))).not.toContain("Mae");

  // What was public before can still be put back, without them.
  await release(db, by("Cleo"));
  expect(await putBackWords(db, owner, first, NOW)).toMatchObject({ ok: true });
  expect(content().testimonials.items).toMatchObject([{ author: "Ben" }]);
});

test("words that only the history has are withdrawn without a publication", async ({ db }) => {
  await release(db, by("Mae"), by("Ben"));
  await release(db, by("Ben"));
  expect(await withdrawTestimonials(db, owner, "Mae", NOW)).toEqual({ ok: true });
  expect(await everything(db)).not.toContain("Mae");
  expect(await db.$count(sitePublications)).toBe(2);
  expect(await listTestimonialAuthors(db, owner)).toEqual(["Ben"]);
});

test("words that lost their field are withdrawn too", async ({ db }) => {
  await release(db, by("Ben"));
  const lost = { path: "praise", label: "praise" };
  const unplaced = ["Mae\nLovely.", "Cleo\nLovely."].map((text) => ({ ...lost, text }));
  await db.update(storedDocuments).set({ unplaced });
  expect(await withdrawTestimonials(db, owner, "Mae", NOW)).toEqual({ ok: true });
  expect(await listUnplacedWords(db, owner)).toMatchObject([{ at: 1, text: "Cleo\nLovely." }]);
  expect(JSON.stringify(await db.select().from(storedDocuments))).not.toContain("Mae");
});

test("words of earlier pages are given until one of them is withdrawn in any process", async ({
  db,
}) => {
  const urls: string[] = [];
  for (const given of [[by("Mae"), by("Ben")], [by("Ben")], [by("Cleo")]]) {
    await release(db, ...given);
    urls.push(contentState().url);
  }
  const authorsAt = async (url: string) =>
    (await formerWords(db, url))?.testimonials.items.map(({ author }) => author);
  expect(await Promise.all(urls.map(authorsAt))).toEqual([["Mae", "Ben"], ["Ben"], ["Cleo"]]);
  // The history alone has these, so that another process changes nothing but the database.
  expect(await withdrawTestimonials(db, owner, "Mae", NOW)).toEqual({ ok: true });
  expect(await Promise.all(urls.map(authorsAt))).toEqual([undefined, ["Ben"], ["Cleo"]]);
  expect(await formerWords(db, "/content/unknown.json")).toBeNull();
});

test("a client is found among the authors, however the name is written there", async ({ db }) => {
  const theirs = ["Máe Lindqvist", "Mae", "Mae L.", "lindqvist, Mae", "Mae O’Neil-Lindqvist"];
  const others = ["Ben Lindqvist", "Maeve Low", "A happy parent", "李娜"];
  await release(db, ...[...theirs, ...others].map((author) => by(author)));
  const found = await authorsNamed(db, owner, ["Mae Lindqvist"]);
  expect(found.toSorted()).toEqual(theirs.toSorted());
  expect(await authorsNamed(db, owner, ["李娜 (Li Na)"])).toEqual(["李娜"]);
  expect(await authorsNamed(db, owner, ["", "—"])).toEqual([]);
});
