import { expect, test } from "vitest";
import { documentNames, siteDocuments, type SiteWords } from "#app/content/documents.ts";
import type { ContentField, GroupField } from "#app/content/fields.ts";
import { fillInsOf } from "#app/content/fill-ins.ts";
import { valueOf } from "#app/content/merge.ts";
import { wordsForm, wordsTexts } from "#tests/support/words-forms.ts";
import type { WordsContext } from "./field-kinds.server.ts";
import { checkWords, knownFillIns, readWords } from "./words-form.server.ts";

const contextOf = (name: keyof typeof siteDocuments): WordsContext => ({
  fillIns: knownFillIns(name),
  uploads: {},
  today: "2026-11-22",
});

test.each(documentNames)("the defaults of %s pass the check, through a form and back", (name) => {
  const document = siteDocuments[name];
  const values = readWords(document, wordsForm(wordsTexts(document, document.default)));
  expect(checkWords(document, values, contextOf(name))).toEqual({
    ok: true,
    value: document.default,
  });
});

const contextOfHome: WordsContext = { ...contextOf("home"), uploads: { upright: "portrait" } };
const { about, home, prices, site, testimonials, voicePiano } = siteDocuments;

/** What is wrong of the defaults with these fields typed. */
function problems(document: GroupField, texts: Record<string, string>, context = contextOfHome) {
  const values = readWords(document, wordsForm(texts));
  const checked = checkWords(document, values, context);
  return checked.ok ? {} : checked.errors;
}

test.each([
  ["nothing", ""],
  ["only spaces", " \n\u200b\u00a0"],
])("a text of %s is refused where one is needed", (_, text) => {
  expect(problems(home, { "hero.headline": text })).toEqual({
    "hero.headline": "This can't be empty.",
  });
});

test("a length is counted as people count it", () => {
  expect(problems(home, { "hero.headline": "🎹".repeat(90) })).toEqual({});
  expect(problems(home, { "hero.headline": "🎹".repeat(91) })).toEqual({
    "hero.headline": "This has 91 characters; at most 90 fit here.",
  });
});

test("texts are cleaned: one line or paragraphs, without control characters, markup as typed", () => {
  const values = {
    ...about.default,
    heading: " <b>One</b>\n line\u0007 ",
    intro: "\r\nFirst\r\n\r\nSecond\u202e ",
  };
  const checked = checkWords(about, values, contextOf("about"));
  expect(checked).toMatchObject({
    ok: true,
    value: { heading: "<b>One</b> line", intro: "First\n\nSecond" },
  });
});

test("an unknown fill-in is named, with those that there are", () => {
  const { "hero.headline": problem } = problems(home, { "hero.headline": "Hi {{nonsense}}" });
  expect(problem).toMatch(/^\{\{nonsense\}\} can't be filled in\. .*\{\{Your first name\}\}/);
  expect(problems(home, { "hero.headline": "{{ first_name }}" })).toEqual({});
  expect(problems(home, { "hero.headline": "{{__proto__}}" })).not.toEqual({});
  expect(problems(home, { "hero.headline": "{{first_name}} {x} {{" })).toEqual({});
});

test("only the privacy page knows how long records are kept", () => {
  const { privacy } = siteDocuments;
  const typed = (document: GroupField, path: string, name: "home" | "privacy") =>
    problems(document, { [path]: "{{kept_invoice}}" }, contextOf(name));
  expect(typed(privacy, "intro", "privacy")).toEqual({});
  expect(typed(home, "hero.intro", "home")).not.toEqual({});
});

test("what others are filled in with holds no fill-ins itself", () => {
  for (const path of ["person", "firstName", "email", "replyTime"]) {
    const typed = problems(site, { [path]: "{{your_name}}@example.com" });
    expect(typed[path]).toMatch(/Type this in full/);
  }
});

test("every fill-in that says a text comes from a field that holds none", () => {
  const marked = (field: ContentField): unknown => {
    if (field.kind === "group")
      return Object.fromEntries(
        Object.entries(field.fields).map(([name, inner]) => [name, marked(inner)]),
      );
    if (field.kind === "email") return "plain";
    return field.kind === "text" ? (field.plain ? "plain" : "filled") : valueOf(field, undefined);
  };
  const words = Object.fromEntries(
    documentNames.map((name) => [name, marked(siteDocuments[name])]),
  ) as unknown as SiteWords;
  expect(Object.values(fillInsOf(words))).not.toContain("filled");
});

test("a calendar is the site's own, or an address of another site", () => {
  const typed = (texts: Record<string, string>) => problems(site, texts);
  const presence = "schedulers.presence";
  expect(typed({ [`${presence}.whose`]: "own", [presence]: "http://left.example" })).toEqual({});
  expect(typed({ [`${presence}.whose`]: "other", [presence]: "https://x.example/a" })).toEqual({});
  expect(typed({ [`${presence}.whose`]: "other", [presence]: "" })).toEqual({
    [presence]: "Enter the calendar's address, or choose your own booking pages.",
  });
  expect(typed({ [`${presence}.whose`]: "other", [presence]: "http://x.example" })).toEqual({
    [presence]: "Enter an address that starts with https://.",
  });
});

test.each(["95.555", "-1", "100,000", "1e3", "free", ""])("the price %j is refused", (typed) => {
  expect(problems(prices, { "ameb.examDay": typed })).toEqual({
    "ameb.examDay": "Enter an amount from A$0 to A$99,999.99, such as 95 or 95.50.",
  });
});

test.each(["0", "0.01", "99,999.99"])("the price %j is taken", (typed) => {
  expect(problems(prices, { "ameb.examDay": typed })).toEqual({});
});

test("two single sessions can't have the same length, and a package may have any", () => {
  expect(problems(prices, { "coachingSessions.1.minutes": "30" })).toEqual({
    "coachingSessions.1.minutes": "Another entry says the same.",
  });
  expect(problems(prices, { "coachingPackages.0.minutes": "50" })).toEqual({});
});

test("numbers stay within their limits", () => {
  for (const typed of ["4", "481", "5.5", "many", ""])
    expect(problems(prices, { "coachingSessions.0.minutes": typed })).toEqual({
      "coachingSessions.0.minutes": "Enter a whole number from 5 to 480.",
    });
});

test.each([
  ["rating", "6", "Choose one to five stars, or none."],
  ["rating", "0", "Choose one to five stars, or none."],
  ["consentedOn", "2026-11-23", "This date hasn't come yet."],
  ["consentedOn", "2026-02-30", "Enter a date for “Agreed on”."],
  ["consentedOn", "", "Enter a date for “Agreed on”."],
])("a testimonial's %s can't be %j", (name, typed, message) => {
  expect(problems(testimonials, { [`items.0.${name}`]: typed })).toEqual({
    [`items.0.${name}`]: message,
  });
});

test("a testimonial needs no rating, and can be of today", () => {
  const today = { "items.0.rating": "", "items.0.consentedOn": "2026-11-22" };
  expect(problems(testimonials, today)).toEqual({});
});

test("an email is one address", () => {
  for (const typed of [
    "",
    "one",
    "one@example.com, two@example.com",
    "one@example.com\nBcc: x@y.zz",
  ])
    expect(problems(site, { email: typed })).toEqual({ email: "Enter one email address." });
});

test.each([
  ["headshot", {}],
  ["upright", {}],
  ["", { "hero.portrait.name": "Choose a picture." }],
  ["choir", { "hero.portrait.name": "Choose a picture that is taller than it is wide." }],
  ["__proto__", { "hero.portrait.name": "This picture isn't there any more. Choose another one." }],
])("the portrait can be %j or says why not", (name, expected) => {
  expect(problems(home, { "hero.portrait.name": name })).toEqual(expected);
});

test("a picture for shared links is one of that shape", () => {
  const { titles } = siteDocuments;
  const context = {
    ...contextOf("titles"),
    uploads: { upright: "portrait", wide: "share" } as const,
  };
  const chosen = (name: string) => problems(titles, { "home.picture.name": name }, context);
  expect([chosen("wide"), chosen("share/ameb")]).toEqual([{}, {}]);
  for (const other of ["upright", "choir"])
    expect(chosen(other)).toEqual({
      "home.picture.name": "Choose a picture that was made for sharing.",
    });
});

test("a picture is described, or said to decorate only", () => {
  const described = { "hero.portrait.alt": "" };
  expect(problems(home, described)).toHaveProperty(["hero.portrait.alt"]);
  expect(problems(home, { ...described, "hero.portrait.decorative": "on" })).toEqual({});
  expect(problems(home, { "hero.portrait.alt": "a".repeat(201) })).not.toEqual({});
});

test("a list has as many entries as its place on the page", () => {
  expect(problems(home, { "why.points": "3" })).toEqual({
    "why.points": "There must be exactly 4 entries here; now there are 3.",
  });
  expect(problems(voicePiano, { "pillars.items": "0" })).toEqual({
    "pillars.items": "There must be at least one entry here.",
  });
  // A fill-in says their sizes.
  expect(problems(prices, { coachingPackages: "0" })).not.toEqual({});
  expect(problems(voicePiano, { "pillars.items": "999999" })).toHaveProperty(
    ["pillars.items"],
    "There can be at most 6 entries here.",
  );
});
