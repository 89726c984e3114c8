import { describe, expect, test } from "vitest";
import { siteDocuments } from "#app/content/documents.ts";
import { wordsOf } from "#app/content/state.server.ts";
import { changesBetween, wordsDiff } from "./queries.server.ts";

const words = wordsOf({});
const { home, prices, testimonials } = words;

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
