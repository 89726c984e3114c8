import { describe, expect, test } from "vitest";
import type { SiteWords } from "#app/content/documents.ts";
import { wordsOf } from "#app/content/state.server.ts";
import { sampleFindings } from "./samples.server.ts";

const defaults = wordsOf({});
const pathsOf = (words: Partial<SiteWords>, document: string) =>
  sampleFindings({ ...defaults, ...words })
    .filter((finding) => finding.document === document)
    .map(({ path }) => path);

test("a sample is named by its document and field, with what it says", () => {
  expect(sampleFindings(defaults)).toContainEqual({
    document: "home",
    path: "hero.headline",
    label: "Home › Opening › Headline",
    value: "Breathe first. The music is already there.",
    mayBeMeant: false,
    picture: null,
  });
  expect(sampleFindings(defaults).map(({ label }) => label)).toContain(
    "Home › Why work with me › Point 2 › Text",
  );
});

test("spaces and line breaks make no sentence the owner's own", () => {
  const intro = `${defaults.about.intro.replaceAll(" ", "\n")} `;
  expect(pathsOf({ about: { ...defaults.about, intro } }, "about")).toContain("intro");
});

test("a calendar of this site is none, an address that leads nowhere is", () => {
  expect(pathsOf({}, "site").filter((path) => /schedulers|bookNow/.test(path))).toEqual([]);
  const presence = "https://presence.breath-and-key.example/";
  const schedulers = { ...defaults.site.schedulers, presence };
  expect(pathsOf({ site: { ...defaults.site, schedulers } }, "site")).toContain(
    "schedulers.presence",
  );
});

test("a picture that a page borrows of a hidden one is asked for while that page shows", () => {
  const { visibility } = defaults;
  const without = (...names: string[]) => {
    const hidden = Object.fromEntries(names.map((name) => [name, false]));
    return pathsOf(
      { visibility: { ...visibility, pages: { ...visibility.pages, ...hidden } } },
      "coaching",
    );
  };
  expect(without("coaching")).toEqual(["cards.piano.picture"]);
  expect(without("coaching", "voicePiano")).toEqual([]);
});

describe("entries of a list", () => {
  const items = defaults.testimonials.items;
  const own = { ...items[0]!, quote: "She hears everything.", author: "Ada L." };
  const withItems = (...list: (typeof items)[number][]) =>
    pathsOf({ testimonials: { ...defaults.testimonials, items: list } }, "testimonials");

  test("are found where they have been moved to", () => {
    expect(withItems(own, items[3]!)).toEqual(["items.1.quote", "items.1.author"]);
  });

  test("are samples in part when only a part has been replaced", () => {
    expect(withItems({ ...items[2]!, author: "Ada L." })).toEqual(["items.0.quote"]);
  });

  test("are none when all are the owner's, or removed", () => {
    expect(withItems(own)).toEqual([]);
    expect(withItems()).toEqual([]);
  });

  test("are samples only where they promise something", () => {
    expect(pathsOf({}, "privacy")).toEqual([
      "backupsKept",
      "others.paragraphs.0",
      "rights.paragraphs.0",
    ]);
  });
});

describe("a picture", () => {
  const withPortrait = (portrait: { name: string; alt: string }) =>
    pathsOf({ home: { ...defaults.home, hero: { ...defaults.home.hero, portrait } } }, "home");
  const { portrait } = defaults.home.hero;
  const photograph = "0191b5e8-0000-7000-8000-000000000001";

  test("is a sample while it is the drawing, whatever describes it", () => {
    expect(withPortrait({ ...portrait, alt: "Ada at the piano" })).toContain("hero.portrait");
  });

  test("is one while it is described as the drawing was", () => {
    expect(withPortrait({ ...portrait, name: photograph })).toContain("hero.portrait");
  });

  test("is none once both are the owner's", () => {
    const own = { name: photograph, alt: "Ada at the piano" };
    expect(withPortrait(own)).not.toContain("hero.portrait");
    expect(withPortrait({ ...own, alt: "" })).not.toContain("hero.portrait");
  });
});

test("a drawing that shared links show is a sample until it is replaced", () => {
  expect(sampleFindings(defaults)).toContainEqual({
    document: "titles",
    path: "home.picture",
    label: "Page titles and descriptions › Home › Picture when shared (Home and Privacy)",
    value: "a drawing with the sample business name",
    mayBeMeant: false,
    picture: "share",
  });
  const { titles } = defaults;
  const withHome = (picture: { name: string; alt: string }) =>
    pathsOf({ titles: { ...titles, home: { ...titles.home, picture } } }, "titles");
  for (const drawn of ["share/home", "share/about"])
    expect(withHome({ name: drawn, alt: "Ada" })).toContain("home.picture");
  const name = "0191b5e8-0000-7000-8000-000000000001";
  expect(withHome({ name, alt: "" })).not.toContain("home.picture");
});

test("a figure may be right as it is", () => {
  const found = sampleFindings(defaults).filter(({ mayBeMeant }) => mayBeMeant);
  expect(found.map(({ document, path }) => `${document}.${path}`)).toEqual([
    "prices.ameb.arrivesMinutesBefore",
    "prices.ameb.rehearsedWithinWeeks",
  ]);
});

test("what emails promise in the owner's name is among the samples", () => {
  const found = sampleFindings(defaults).map(({ document, path }) => `${document}.${path}`);
  for (const promise of [
    "site.replyTime",
    "site.newsletter.welcome",
    "site.newsletter.consent",
    "prices.ameb.arrivesMinutesBefore",
    "ameb.note.shortNotice",
    "titles.bookVoicePiano.description",
  ])
    expect(found).toContain(promise);
});
