import { expect, test } from "vitest";
import { siteDocuments } from "#app/content/documents.ts";
import { wordsOf } from "#app/content/state.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { owner } from "#tests/support/factories.ts";
import { sitePublications } from "#app/server/database/tables.server.ts";
import { fieldLabel, putBackRefusal, putBackWords } from "./commands.server.ts";

test("an entry that isn't there, and newer words, are refused with a sentence", () => {
  expect(putBackRefusal({ ok: false, reason: "not-found" }, "Not put back", null)).toEqual({
    status: 404,
    message: "Not put back: the history has no such entry.",
  });
  const changed = { ok: false, reason: "changed", current: null as never } as const;
  expect(putBackRefusal(changed, "Not undone", "home")).toMatchObject({
    status: 409,
    message: "Not undone: something newer has been published since.",
  });
});

dbTest("words whose picture has been deleted are refused by their field", async ({ db }) => {
  const { home } = wordsOf({});
  const portrait = { name: "0191b5e8-0000-7000-8000-000000000001", alt: "Ada" };
  const after = { ...home, hero: { ...home.hero, portrait } };
  const [entry] = await db
    .insert(sitePublications)
    .values({ document: "home", actor: owner.email, after })
    .returning();
  const outcome = await putBackWords(db, owner, entry!.id);
  if (outcome.ok) throw new Error("It was put back.");
  expect(putBackRefusal(outcome, "Not put back", "home")).toMatchObject({
    status: 422,
    message: "Not put back: these words no longer fit the site.",
    detail: expect.stringMatching(/^Opening › Portrait: /),
  });
});

test("a field is named as its form names it, by its path", () => {
  const named = (path: string) => fieldLabel(siteDocuments.home, path);
  expect(named("why.points.1.text")).toBe("Why work with me › Point 2 › Text");
  expect(named("hero.portrait.alt")).toBe("Opening › Portrait");
  expect(named("about.text")).toBe("About");
  expect(named("nothing.here.0")).toBe("");
});
