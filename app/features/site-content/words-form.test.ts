import { describe, expect, test } from "vitest";
import { siteDocuments } from "#app/content/documents.ts";
import type { GroupField } from "#app/content/fields.ts";
import { wordsForm, wordsTexts } from "#tests/support/words-forms.ts";
import { readWords, type WordsValues } from "./words-form.server.ts";

const { home, prices, testimonials, voicePiano } = siteDocuments;

const read = (document: GroupField, texts: Readonly<Record<string, string>>) =>
  readWords(document, wordsForm(texts));

describe("a document's form", () => {
  test("has its values under their paths", () => {
    const texts = wordsTexts(home, home.default);
    expect(texts["hero.headline"]).toBe(home.default.hero.headline);
    expect(texts["why.points"]).toBe("4");
    expect(texts["why.points.0.title"]).toBe(home.default.why.points[0]!.title);
    expect(texts["hero.portrait.name"]).toBe("headshot");
    expect(texts).not.toHaveProperty(["hero.button"]);
    expect(wordsTexts(prices, prices.default)["coachingSessions.2.price"]).toBe("95");
  });

  test("keeps what was not posted and passes over what it doesn't know", () => {
    const values = read(home, {
      "hero.headline": "Mine",
      "hero.button": "Not to be edited",
      "hero.nonsense": "x",
      ["__proto__"]: "x",
      "__proto__.headline": "x",
      "hero.constructor": "x",
    });
    expect(values).toEqual({ ...home.default, hero: { ...home.default.hero, headline: "Mine" } });
    expect({}).not.toHaveProperty("headline");
  });

  test.each([
    ["95", 95_00],
    ["95.50", 95_50],
    ["A$95", 95_00],
    [" $1,200 ", 1200_00],
    ["0", 0],
    ["ninety", "ninety"],
    ["-5", "-5"],
    ["9,5", "9,5"],
    ["", ""],
  ])("reads the price %j as %j", (typed, price) => {
    expect(read(prices, { "ameb.examDay": typed })).toHaveProperty("ameb.examDay", price);
  });

  test("reads numbers and ratings, and keeps what is none", () => {
    expect(read(prices, { "hourlyQuote.hours": "4" })).toHaveProperty("hourlyQuote.hours", 4);
    expect(read(prices, { "hourlyQuote.hours": "4.5" })).toHaveProperty("hourlyQuote.hours", "4.5");
    const rated = (typed: string) =>
      (read(testimonials, { "items.0.rating": typed }).items as WordsValues[])[0]!.rating;
    expect([rated(""), rated("3"), rated("many")]).toEqual([null, 3, "many"]);
  });

  test("tells a picture that decorates from one that nobody described", () => {
    const portrait = (more: Record<string, string>) =>
      (read(home, { "hero.portrait.name": "headshot", ...more }).hero as WordsValues).portrait;
    const [alt, decorative] = ["hero.portrait.alt", "hero.portrait.decorative"];
    expect(portrait({ [alt]: "", [decorative]: "on" })).toMatchObject({ decorative: true });
    expect(portrait({ [alt]: "" })).toMatchObject({ decorative: false });
    expect(portrait({})).toEqual(home.default.hero.portrait);
  });
});

describe("a list", () => {
  const items = voicePiano.default.pillars.items;
  const titles = (values: WordsValues) =>
    (values.pillars as { items: { title: string }[] }).items.map(({ title }) => title);
  const [first, second, third] = items.map(({ title }) => title);
  const press = (operation: string, more: Record<string, string> = {}) =>
    titles(read(voicePiano, { ...more, do: operation }));

  test.each([
    ["add:pillars.items", [first, second, third, ""]],
    ["remove:pillars.items.1", [first, third]],
    ["remove:pillars.items.2", [first, second]],
    ["up:pillars.items.1", [second, first, third]],
    ["up:pillars.items.0", [first, second, third]],
    ["down:pillars.items.1", [first, third, second]],
    ["down:pillars.items.2", [first, second, third]],
  ])("after %s has the entries that belong there", (operation, expected) => {
    expect(press(operation)).toEqual(expected);
  });

  test("changes with what was typed in the same form", () => {
    const typed = { "pillars.items.0.title": "Mine" };
    expect(press("down:pillars.items.0", typed)).toEqual([second, "Mine", third]);
  });

  test("can lose its last entry", () => {
    const one = { "pillars.items": "1" };
    expect(press("remove:pillars.items.0", one)).toEqual([]);
  });

  test("takes no more entries than it may have", () => {
    const full = { "pillars.items": "6" };
    expect(press("add:pillars.items", full)).toHaveLength(6);
  });

  test("of a million entries is read as one more than may be", () => {
    for (const count of ["999999", "9".repeat(400)]) {
      const values = read(voicePiano, {
        "pillars.items": count,
        "pillars.items.999999.title": "x",
      });
      expect(titles(values)).toHaveLength(7);
    }
  });

  test.each([
    "add:hero",
    "add:pillars",
    "add:pillars.items.0",
    "add:pillars.items.0.title",
    "add:__proto__",
    "add:constructor.prototype",
    "remove:pillars.items",
    "remove:pillars.items.",
    "remove:pillars.items.9",
    "remove:pillars.items.-1",
    "remove:pillars.items.0x1",
    "up:pillars.items.length",
    "burn:pillars.items",
    "publish",
  ])("is left alone by %s", (operation) => {
    expect(press(operation)).toEqual([first, second, third]);
  });
});
