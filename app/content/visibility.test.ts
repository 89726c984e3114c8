import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { welcomeEmail } from "#app/features/newsletter/commands.server.tsx";
import { isOffered } from "#app/features/services/model.ts";
import { publishDocument, undoPublication } from "#app/features/site-publishing/commands.server.ts";
import { changesBetween } from "#app/features/site-publishing/history.server.ts";
import { sampleFindings } from "#app/features/site-content/samples.server.ts";
import Coaching from "#app/routes/site/coaching.tsx";
import { dbTest } from "#tests/support/db.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { content } from "./content.ts";
import { siteDocuments } from "./documents.ts";
import { navigation } from "./navigation.ts";
import { pages, type PublicPage } from "./pages.ts";
import {
  makeContentState,
  type Overrides,
  startContent,
  withContent,
  wordsOf,
} from "./state.server.ts";
import { isHiddenPath, isShown } from "./visibility.ts";

const { booking: bookingDocument, visibility, site } = siteDocuments;
type Key = Exclude<PublicPage["key"], "home">;

const hiding = (...hidden: Key[]) => ({
  ...visibility.default,
  pages: { ...visibility.default.pages, ...Object.fromEntries(hidden.map((key) => [key, false])) },
});
const withoutKind = (kind: keyof typeof bookingDocument.default.kinds) => {
  const booking = bookingDocument.default;
  const kinds = { ...booking.kinds, [kind]: { ...booking.kinds[kind], shown: false } };
  return { booking: { ...booking, kinds } };
};
const without = (...hidden: Key[]) => makeContentState({ visibility: hiding(...hidden) });

afterEach(startContent);

test("what is hidden is in no browser's words, except while its page is previewed", () => {
  const { about, home, testimonials, coaching } = siteDocuments;
  const secret = "Not to be read yet";
  const overrides = {
    about: { ...about.default, heading: secret },
    home: { ...home.default, why: { ...home.default.why, heading: secret } },
    testimonials: { items: [{ ...testimonials.default.items[0]!, quote: secret }] },
    visibility: {
      ...hiding("about"),
      home: { ...visibility.default.home, why: false, testimonials: false },
    },
  };
  const read = (words: Overrides, shows?: Key) =>
    JSON.stringify(makeContentState(words, {}, { shows }).content).split(secret).length - 1;
  expect([read(overrides), read(overrides, "about")]).toEqual([0, 1]);
  const ofTwoPages = { coaching: { ...coaching.default, intro: secret } };
  expect(read({ ...ofTwoPages, visibility: hiding("coaching") })).toBe(1);
  expect(read({ ...ofTwoPages, visibility: hiding("coaching", "voicePiano") })).toBe(0);
});

dbTest("hiding a page is published, told in the history and undone like words", async ({ db }) => {
  const hidden = { version: 0, values: hiding("ameb") };
  const published = await publishDocument(db, owner, "visibility", hidden, NOW);
  if (!published.ok || !published.isNew) throw new Error("Nothing was published.");
  expect([isShown(pages.ameb), isHiddenPath("/ameb-accompanying")]).toEqual([false, true]);
  expect(changesBetween(visibility, visibility.default, hiding("ameb"))).toEqual([
    {
      kind: "text",
      label: "Pages that visitors see › AMEB Accompanying",
      parts: [
        { kind: "removed", text: "Shown" },
        { kind: "added", text: "Hidden" },
      ],
    },
  ]);
  await undoPublication(db, owner, published.publicationId, NOW);
  expect(isShown(pages.ameb)).toBe(true);
});

test("a page that a release adds shows until the owner hides it", () => {
  const { about: _, ...earlier } = hiding("ameb").pages;
  const state = makeContentState({ visibility: { ...hiding("ameb"), pages: earlier } });
  expect(state.content.visibility.pages).toMatchObject({ about: true, ameb: false });
});

test("the owner's links to a hidden page go, and a calendar there becomes her own", () => {
  const socials = [
    { name: "Listen", href: "/live-piano-services" },
    { name: "Read", href: "/about" },
  ];
  const links = { ...site.default.links, choir: "/archive", bookNow: "/book-voice-piano" };
  const state = makeContentState({
    site: { ...site.default, socials, links },
    visibility: hiding("livePiano", "archive", "bookVoicePiano"),
  });
  expect(state.content.site.socials).toEqual([socials[1]]);
  expect(state.content.site.links).toMatchObject({ choir: "", bookNow: "own" });
});

test("the navigation has neither a hidden page nor a hidden section", () => {
  const home = { ...visibility.default.home, contact: false };
  const state = makeContentState({ visibility: { ...hiding("about"), home } });
  const names = withContent(state, () => navigation().map(({ name }) => name));
  expect(names).toEqual(["Home", "Coaching", "Projects & Resources"]);
});

test("a card goes with the page that it leads to, unless another page has the same", () => {
  const targets = (...hidden: Key[]) => {
    const page = createElement(MemoryRouter, null, createElement(Coaching));
    const html = withContent(without(...hidden), () => renderToStaticMarkup(page));
    return Array.from(html.matchAll(/<h2 [^>]*mt-5"><a [^>]*href="([^"]+)/g), ([, to]) => to);
  };
  const [embodiment, presence] = [pages.bookEmbodiment.path, pages.bookPresence.path];
  const [services, booking] = [pages.voicePiano.path, pages.bookVoicePiano.path];
  expect(targets("bookPresence")).toEqual([services, services, embodiment]);
  expect(targets("voicePiano")).toEqual([booking, booking, presence, embodiment]);
  expect(targets("voicePiano", "bookVoicePiano", "bookEmbodiment")).toEqual([presence]);
});

test("the welcome email leads to the projects only while that page shows", () => {
  const email = () => renderToStaticMarkup(welcomeEmail("https://x.example/unsubscribe"));
  expect(email()).toContain(pages.projects.path);
  const hidden = withContent(without("projects"), email);
  expect(hidden).not.toContain(pages.projects.path);
  expect(hidden).not.toContain("what I&#x27;m up to");
});

test("sessions that are booked on a hidden page can't be booked", () => {
  const session = { category: "embodiment", minutes: 60, price: null, active: true } as const;
  expect(isOffered(session)).toBe(true);
  expect(withContent(without("bookEmbodiment"), () => isOffered(session))).toBe(false);
  expect(withContent(without("bookVoicePiano"), () => isOffered(session))).toBe(true);
});

test("a hidden page is hidden under each path that the router takes for it", () => {
  const hidden = ["/about", "/About/", "/%61bout", "/about//"];
  const others = ["/", "/about/me", "/aboutme", "/%", "/coaching"];
  const found = withContent(without("about"), () => [...hidden, ...others].filter(isHiddenPath));
  expect(found).toEqual(hidden);
  expect(content().visibility.pages.about).toBe(true);
});

test("what is hidden leaves no sample to be replaced before going live", () => {
  const home = { ...visibility.default.home, choir: false, testimonials: false };
  const samplesOf = (shown: unknown) =>
    sampleFindings(wordsOf({ visibility: shown })).map(({ document, path }) => [document, path]);
  const isHidden = ([document, path]: string[]) =>
    ["ameb", "testimonials"].includes(document!) ||
    [
      "home.choir.",
      "site.links.choir",
      "titles.ameb.",
      "prices.ameb.",
      "projects.cards.ameb.",
    ].some((part) => `${document}.${path}`.startsWith(part));
  const [all, left] = [samplesOf(null), samplesOf({ ...hiding("ameb"), home })];
  expect(all.filter(isHidden).length).toBeGreaterThan(10);
  expect(left).toEqual(all.filter((one) => !isHidden(one)));
});

test.for<[part: string, hidden: unknown]>([
  ["prices.ameb", { visibility: hiding("ameb") }],
  ["projects.cards.ameb", { visibility: hiding("ameb") }],
  ["site.links.cv", { visibility: hiding("director") }],
  ["coaching.cards.mindset", { visibility: hiding("bookPresence") }],
  ["booking.embodiment", { visibility: hiding("bookEmbodiment") }],
  ["booking.embodiment", withoutKind("embodiment")],
  ["titles.bookEmbodiment", withoutKind("embodiment")],
  ["booking.card.discovery", withoutKind("discovery")],
])("nothing is asked of %s while nobody reads it", ([part, hidden]) => {
  const parts = (overrides: Overrides) =>
    sampleFindings(wordsOf(overrides)).map(({ document, path }) => `${document}.${path}.`);
  const isOfPart = (one: string) => one.startsWith(`${part}.`);
  const usual = parts({});
  expect(usual.some(isOfPart)).toBe(true);
  expect(parts(hidden as Overrides).some(isOfPart)).toBe(false);
});

test("a picture for shared links is asked for while another page shares it", () => {
  const paths = (...hidden: Key[]) =>
    sampleFindings(wordsOf({ visibility: hiding(...hidden) })).map(({ path }) => path);
  expect(paths("projects")).toContain("projects.picture");
  expect(paths("projects", "director", "archive")).not.toContain("projects.picture");
});
