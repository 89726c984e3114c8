import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, test } from "vitest";
import { siteDocuments } from "#app/content/documents.ts";
import { makeContentState, withContent } from "#app/content/state.server.ts";
import { pages } from "#app/content/pages.ts";
import { isShown } from "#app/content/visibility.ts";
import { Hero } from "#app/routes/site/home-parts/sections.tsx";
import { dbTest } from "#tests/support/db.ts";
import { aLesson } from "#tests/support/diary.ts";
import { listServiceGaps } from "./queries.server.ts";
import { categoryName, nameWithinCategory, isOffered } from "./model.ts";

const usual = siteDocuments.booking.default;

const withKind = <T>(
  kind: keyof typeof usual.kinds,
  change: { name?: string; shown?: boolean },
  read: () => T,
) => {
  const kinds = { ...usual.kinds, [kind]: { ...usual.kinds[kind], ...change } };
  return withContent(makeContentState({ booking: { ...usual, kinds } }), read);
};

test("a kind of session has the owner's name, and its sessions still the rest of theirs", () => {
  const session = { name: "Voice and piano, 60 minutes", minutes: 60, place: "studio" } as const;
  const names = () => [
    categoryName("voice-piano"),
    nameWithinCategory({ ...session, category: "voice-piano" }),
    nameWithinCategory({ ...session, name: "Singing, an hour", category: "voice-piano" }),
  ];
  expect(withKind("voicePiano", { name: "Singing" }, names)).toEqual([
    "Singing",
    "60 minutes",
    "An hour",
  ]);
});

test("a hidden kind can't be booked, and its booking page is hidden with it", () => {
  const session = { category: "presence", minutes: 60, price: null, active: true } as const;
  const found = () => [isOffered(session), isShown(pages.bookPresence), isShown(pages.coaching)];
  expect(withKind("presence", {}, found)).toEqual([true, true, true]);
  expect(withKind("presence", { shown: false }, found)).toEqual([false, false, true]);
});

test("without discovery sessions the home page has no button for them", () => {
  const hero = () => renderToStaticMarkup(createElement(MemoryRouter, null, createElement(Hero)));
  expect(withKind("discovery", {}, hero)).toContain("discovery-dialog");
  expect(withKind("discovery", { shown: false }, hero)).not.toContain("discovery");
});

describe("a kind that the owner adds", () => {
  const session = { category: "session-1", minutes: 60, price: 150_00, active: true } as const;
  const withFirst = <T>(change: { name?: string; shown?: boolean }, read: () => T) => {
    const first = { ...usual.ownKinds.first, ...change };
    const booking = { ...usual, ownKinds: { ...usual.ownKinds, first } };
    return withContent(makeContentState({ booking }), read);
  };
  const choir = { name: "Choir coaching" };

  test("can be booked while it has a name and is shown, at a price of its own", () => {
    const isBookable = () => isOffered(session);
    expect(withFirst(choir, isBookable)).toBe(true);
    expect(withFirst({}, isBookable)).toBe(false);
    expect(withFirst({ ...choir, shown: false }, isBookable)).toBe(false);
    expect(withFirst(choir, () => isOffered({ ...session, price: null }))).toBe(false);
    expect(withFirst(choir, () => categoryName("session-1"))).toBe("Choir coaching");
  });

  dbTest("is something to settle until it has a session", async ({ db }) => {
    const gaps = () => withFirst(choir, () => listServiceGaps(db));
    const isNamed = expect.arrayContaining([
      expect.objectContaining({ what: "Choir coaching has no session that can be booked" }),
    ]);
    expect(await gaps()).toEqual(isNamed);
    await aLesson(db, session);
    expect(await gaps()).not.toEqual(isNamed);
  });
});
