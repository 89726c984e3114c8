import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { checkWords } from "#app/features/site-content/words-form.server.ts";
import Privacy from "#app/routes/site/privacy.tsx";
import { linked } from "#app/ui/linked.tsx";
import { siteDocuments } from "./documents.ts";
import { withoutLinks } from "./links-in-words.ts";
import { makeContentState, withContent } from "./state.server.ts";

const { home, privacy, site, titles, visibility } = siteDocuments;

const markup = (what: ReactNode) => renderToStaticMarkup(createElement(MemoryRouter, null, what));
const drawn = (text: string) => markup(createElement("p", null, linked(text)));

test("words with an address are a link, to another site in a new tab, and the rest is text", () => {
  expect(drawn("Sing [with us](https://choir.example/a?b=c) <b>now</b>.")).toBe(
    '<p>Sing <a href="https://choir.example/a?b=c" target="_blank" rel="noopener noreferrer" ' +
      'class="link relative">with us<span class="sr-only"> (opens in a new tab)</span></a> ' +
      "&lt;b&gt;now&lt;/b&gt;.</p>",
  );
  const prices = "/voice-piano-services#pricing";
  expect(drawn(`[Prices](${prices})`)).toContain(`href="${prices}"`);
  for (const to of ["javascript:alert", "//evil.example", "data:x"])
    expect(drawn(`[Sing](${to})`)).toBe("<p>Sing</p>");
  for (const text of ["Plain.", "[sic] (so)", "a [b] c", "![x", "]("])
    expect(linked(text)).toBe(text);
});

test("words that lead to a hidden page stay, without their link", () => {
  const pages = { ...visibility.default.pages, ameb: false };
  const state = makeContentState({ visibility: { ...visibility.default, pages } });
  const text = "I play [for exams](/ameb-accompanying) and [at parties](/live-piano-services).";
  const html = withContent(state, () => drawn(text));
  expect(html).toContain("I play for exams and <a");
  expect(html).not.toContain("ameb");
  expect(withoutLinks(text)).toBe("I play for exams and at parties.");
});

test("an address that the privacy page links of itself may stand in one of the owner's links", () => {
  const intro = "[Write](mailto:hello@breath-and-key.example) to {{email}}.";
  const state = makeContentState({ privacy: { ...privacy.default, intro } });
  const html = withContent(state, () => markup(createElement(Privacy)));
  expect(html).toMatch(/<p><a [^>]*>Write<.a> to <a [^>]*>hello@[^<]*<.a>\.<.p>/);
});

const context = { fillIns: ["first_name"], uploads: {}, today: "2026-11-28" };
const problemOf = (text: string) => {
  const glimpse = { ...home.default.glimpse, text };
  const checked = checkWords(home, { ...home.default, glimpse }, context);
  return checked.ok ? null : (checked.errors["glimpse.text"] ?? null);
};

test.each([
  "[Sing](https://choir.example), [write](mailto:me@choir.example) or [call](tel:+61491570006).",
  "Ask [{{first_name}}](/#contact) about it.",
  "Nothing [here] (or there).",
])("a text may say: %s", (text) => {
  expect(problemOf(text)).toBeNull();
});

test.each([
  ["[Sing](javascript:alert(1))", /^A link is \[the words\]/],
  ["[Sing](/nowhere)", /^The link on “Sing”: There is no page \/nowhere/],
  ["[Sing](https://choir.example/a b)", /^A link is \[the words\]/],
  ["[Sing]()", /^A link is \[the words\]/],
  ["[Sing](https://choir.example", /^A link is \[the words\]/],
])("a bad link is named beside its text: %s", (text, message) => {
  expect(problemOf(text)).toMatch(message);
});

test("words that emails and search engines read can't be a link", () => {
  const link = "[Sing](https://choir.example)";
  const newsletter = { ...site.default.newsletter, welcome: link };
  const inEmail = checkWords(site, { ...site.default, newsletter }, context);
  const about = { ...titles.default.about, description: link };
  const inSearch = checkWords(titles, { ...titles.default, about }, context);
  expect([inEmail, inSearch]).toMatchObject([
    { errors: { "newsletter.welcome": "Words can't be a link here." } },
    { errors: { "about.description": "Words can't be a link here." } },
  ]);
});
