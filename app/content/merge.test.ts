import { expect, test } from "vitest";
import { group, list, number, picture, price, shortText, siteDocument } from "./fields.ts";
import { documentValues } from "./merge.ts";

const sample = { sample: true };

const release = siteDocument(
  "Home",
  ["home"],
  {
    hero: group("Opening", {
      title: shortText("Title", "Somebody else's headline", sample),
      button: shortText("Button", "Book"),
      portrait: picture("Portrait", "portrait", { name: "headshot", alt: "Imogen" }, sample),
    }),
    person: group("Your name", { first: shortText("First", "Imogen", sample) }),
    cards: list(
      "Cards",
      group("Card", { heading: shortText("Heading", "") }),
      [{ heading: "A sample" }],
      sample,
    ),
    fee: price("Fee", 95_00, sample),
  },
  {
    "hero.headline": "hero.title",
    person: "person.first",
    "cards.title": "cards.heading",
    motto: null,
  },
);

test("a document that nobody has published says its defaults", () => {
  expect(documentValues(release, null)).toEqual(release.default);
});

test("what is stored of renamed fields is shown at their new paths", () => {
  const stored = {
    hero: { headline: "Mine", button: "Write to me" },
    person: "Clara",
    cards: [{ title: "One" }, { title: "Two" }],
  };
  expect(documentValues(release, stored)).toMatchObject({
    hero: { title: "Mine", button: "Write to me" },
    person: { first: "Clara" },
    cards: [{ heading: "One" }, { heading: "Two" }],
  });
});

test("a stored number that no form takes gives way to the usual one", () => {
  const travel = siteDocument("Prices", ["home"], {
    minutes: number("Minutes", 60, { least: 0, most: 480 }),
  });
  const given = [30, 0, 480, -1, 1e300, "30", null];
  const shown = given.map((minutes) => documentValues(travel, { minutes }));
  expect(shown).toEqual([30, 0, 480, 60, 60, 60, 60].map((minutes) => ({ minutes })));
});

test("what was stored at the new path is not replaced by the old one", () => {
  const stored = { hero: { headline: "Old", title: "New" }, person: { first: "Clara" } };
  expect(documentValues(release, stored)).toMatchObject({
    hero: { title: "New" },
    person: { first: "Clara" },
  });
});

test("a published document never falls back to samples, whatever is missing of it", () => {
  const empty = {
    hero: { title: "", button: "Book", portrait: { name: "", alt: "" } },
    person: { first: "" },
    cards: [],
    fee: 95_00,
  };
  const shapes = [{}, { hero: null, person: 3, cards: "x", fee: "x" }, [], "text", 0, false];
  for (const stored of shapes) expect(documentValues(release, stored)).toEqual(empty);
});
