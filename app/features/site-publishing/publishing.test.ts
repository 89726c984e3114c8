import { afterEach, describe, expect } from "vitest";
import { content } from "#app/content/content.ts";
import { siteDocuments } from "#app/content/documents.ts";
import { startContent } from "#app/content/state.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  auditEntries,
  sitePublications,
  storedDocuments,
} from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { publishDocument, saveDraft, putBackWords, undoPublication } from "./commands.server.ts";
import { getSiteDocument, listSiteDocuments } from "#app/features/site-content/queries.server.ts";

const about = siteDocuments.about.default;
const withHeading = (heading: string) => ({ ...about, heading });
const save = (db: Db, version: number, values: unknown) =>
  saveDraft(db, owner, "about", { version, values }, NOW);
const release = (db: Db, version: number, values: unknown) =>
  publishDocument(db, owner, "about", { version, values }, NOW);
const publications = (db: Db) => db.select().from(sitePublications).orderBy(sitePublications.id);

afterEach(startContent);

describe("publishing", () => {
  dbTest(
    "makes the draft public, with one publication and one more entry of the log",
    async ({ db }) => {
      await save(db, 0, withHeading("New"));
      const published = await release(db, 1, withHeading("New"));
      const [row] = await publications(db);
      expect(published).toMatchObject({ isNew: true, publicationId: row!.id, version: 2 });
      expect(row).toMatchObject({ before: null, after: { heading: "New" }, actor: owner.email });
      expect(content().about.heading).toBe("New");
      expect(await getSiteDocument(db, owner, "about")).toMatchObject({
        published: { heading: "New" },
        hasDraft: false,
        isEdited: true,
        version: 2,
      });
      const listed = await listSiteDocuments(db, owner);
      expect(listed.find(({ name }) => name === "about")).toMatchObject({ state: "edited" });
      const entries = await db.select().from(auditEntries).orderBy(auditEntries.id);
      expect(entries.map(({ action }) => action)).toEqual(["saved a draft of", "published"]);
    },
  );

  dbTest("takes what was typed without a draft before it", async ({ db }) => {
    expect(await release(db, 0, withHeading("New"))).toMatchObject({ ok: true, version: 1 });
    expect(content().about.heading).toBe("New");
  });

  dbTest("changes nothing when something is wrong", async ({ db }) => {
    const outcome = await release(db, 0, withHeading("{{nonsense}}"));
    expect(outcome).toMatchObject({ reason: "invalid" });
    expect(await publications(db)).toEqual([]);
  });

  onBoth("twice at once, or again from the same tab, publishes once", async ({ db }) => {
    const outcomes = await Promise.all([
      release(db, 0, withHeading("New")),
      release(db, 0, withHeading("New")),
    ]);
    const [row, ...others] = await publications(db);
    const done = { ok: true, isNew: true, publicationId: row!.id, version: 1 };
    expect(outcomes).toMatchObject([done, done]);
    expect(await release(db, 0, withHeading("New"))).toMatchObject(done);
    expect(others).toEqual([]);
  });

  dbTest("what is public already says so and adds no history", async ({ db }) => {
    expect(await release(db, 0, about)).toEqual({ ok: true, isNew: false, version: 0 });
    await release(db, 0, withHeading("New"));
    expect(await release(db, 1, withHeading("New"))).toEqual({
      ok: true,
      isNew: false,
      version: 1,
    });
    expect(await publications(db)).toHaveLength(1);
  });

  dbTest("what is public already ends a draft that says something else", async ({ db }) => {
    await save(db, 0, withHeading("New"));
    expect(await release(db, 0, about)).toMatchObject({ reason: "changed" });
    expect(await release(db, 1, about)).toEqual({ ok: true, isNew: false, version: 2 });
    expect(await getSiteDocument(db, owner, "about")).toMatchObject({ hasDraft: false });
    expect(await publications(db)).toEqual([]);
  });

  dbTest("from a stale tab is refused with what stands now", async ({ db }) => {
    await release(db, 0, withHeading("Theirs"));
    expect(await release(db, 0, withHeading("Mine"))).toMatchObject({
      reason: "changed",
      current: { published: { heading: "Theirs" }, version: 1, edited: { by: owner.email } },
    });
    expect(content().about.heading).toBe("Theirs");
  });

  dbTest("the defaults again stores none of them", async ({ db }) => {
    await release(db, 0, withHeading("New"));
    await release(db, 1, about);
    const [row] = await db.select().from(storedDocuments);
    expect(row).toMatchObject({ published: null, version: 2 });
    expect(await getSiteDocument(db, owner, "about")).toMatchObject({ isEdited: false });
  });
});

describe("what was published", () => {
  const three = async (db: Db) => {
    await release(db, 0, withHeading("One"));
    await release(db, 1, withHeading("Two"));
    await release(db, 2, withHeading("Three"));
    return (await publications(db)).map(({ id }) => id) as [number, number, number];
  };
  const heading = async (db: Db) => (await getSiteDocument(db, owner, "about")).published.heading;

  dbTest("is put back from the history, once", async ({ db }) => {
    const [first] = await three(db);
    expect(await putBackWords(db, owner, first, NOW)).toMatchObject({ isNew: true, version: 4 });
    expect(await heading(db)).toBe("One");
    expect(await putBackWords(db, owner, first, NOW)).toMatchObject({ ok: true, isNew: false });
    expect((await publications(db)).at(3)).toMatchObject({ undoesId: first });
    expect(await publications(db)).toHaveLength(4);
  });

  dbTest("is undone to what was public before it, once", async ({ db }) => {
    const [, , third] = await three(db);
    const outcomes = [
      await undoPublication(db, owner, third, NOW),
      await undoPublication(db, owner, third, NOW),
    ];
    expect(outcomes).toMatchObject([
      { ok: true, isNew: true },
      { ok: true, isNew: false },
    ]);
    expect(await heading(db)).toBe("Two");
    expect(await publications(db)).toHaveLength(4);
  });

  dbTest("first is undone to the defaults", async ({ db }) => {
    await release(db, 0, withHeading("One"));
    const [row] = await publications(db);
    await undoPublication(db, owner, row!.id, NOW);
    expect(await heading(db)).toBe(about.heading);
    expect(content().about.heading).toBe(about.heading);
  });

  dbTest("can't be undone once something newer is public", async ({ db }) => {
    const [, second] = await three(db);
    expect(await undoPublication(db, owner, second, NOW)).toMatchObject({ reason: "changed" });
    expect(await heading(db)).toBe("Three");
  });

  dbTest("is not undone again from a stale tab once it has been put back", async ({ db }) => {
    const [, , third] = await three(db);
    await undoPublication(db, owner, third, NOW);
    await putBackWords(db, owner, third, NOW);
    expect(await undoPublication(db, owner, third, NOW)).toMatchObject({ reason: "changed" });
    expect(await heading(db)).toBe("Three");
    const putBack = (await publications(db)).at(-1)!;
    await undoPublication(db, owner, putBack.id, NOW);
    expect(await heading(db)).toBe("Two");
  });

  dbTest("is public again when its undoing is undone, and stays so", async ({ db }) => {
    const [, , third] = await three(db);
    const undone = await undoPublication(db, owner, third, NOW);
    if (!undone.ok || !undone.isNew) throw new Error("Nothing was undone.");
    const again = () => undoPublication(db, owner, undone.publicationId, NOW);
    expect([await again(), await again()]).toMatchObject([{ isNew: true }, { isNew: false }]);
    expect(await heading(db)).toBe("Three");
    expect(await undoPublication(db, owner, third, NOW)).toMatchObject({ reason: "changed" });
    expect(await heading(db)).toBe("Three");
  });

  dbTest("isn't undone over what another administrator published or undid", async ({ db }) => {
    const other = { userId: "other", email: "other@example.com", role: "owner" } as const;
    const [, , third] = await three(db);
    const theirs = { version: 3, values: withHeading("Theirs") };
    const published = await publishDocument(db, other, "about", theirs, NOW);
    if (!published.ok || !published.isNew) throw new Error("Nothing was published.");
    const refusal = { reason: "changed", current: { edited: { by: other.email } } };
    expect(await undoPublication(db, owner, third, NOW)).toMatchObject(refusal);
    expect(await heading(db)).toBe("Theirs");
    await undoPublication(db, other, published.publicationId, NOW);
    expect(await undoPublication(db, owner, third, NOW)).toMatchObject(refusal);
    expect(await heading(db)).toBe("Three");
  });

  dbTest("comes back without touching a draft", async ({ db }) => {
    const [first] = await three(db);
    await save(db, 3, withHeading("Draft"));
    await putBackWords(db, owner, first, NOW);
    expect(await getSiteDocument(db, owner, "about")).toMatchObject({
      values: { heading: "Draft" },
      published: { heading: "One" },
      hasDraft: true,
    });
  });

  dbTest("under an id that there isn't, is not found", async ({ db }) => {
    for (const id of [0, -1, 1.5, Number.NaN, 2 ** 60])
      expect(await putBackWords(db, owner, id, NOW)).toMatchObject({ reason: "not-found" });
    expect(await undoPublication(db, owner, 999, NOW)).toMatchObject({ reason: "not-found" });
  });
});

dbTest("words of before a release are put back with the fields that it added", async ({ db }) => {
  const { heading: _, ...earlier } = withHeading("");
  const actor = owner.email;
  const [entry] = await db
    .insert(sitePublications)
    .values({ document: "about", actor, after: { ...earlier, intro: "Earlier" } })
    .returning();
  expect(await release(db, 0, withHeading("Added since"))).toMatchObject({ ok: true });
  expect(await putBackWords(db, owner, entry!.id, NOW)).toMatchObject({ ok: true });
  expect(content().about).toMatchObject({ heading: "Added since", intro: "Earlier" });
});
