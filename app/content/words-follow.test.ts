import { eq } from "drizzle-orm";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, test } from "vitest";
import { storeContactMessage } from "#app/features/contact/commands.server.tsx";
import { subscribe } from "#app/features/newsletter/commands.server.tsx";
import { toPublicQuote } from "#app/features/quotes/model.ts";
import { quotePdf } from "#app/features/quotes/pdf.server.ts";
import { sellerOf } from "#app/features/invoices/document-texts.ts";
import { Choir } from "#app/routes/site/home-parts/sections.tsx";
import MusicDirectorPianist from "#app/routes/site/music-director-pianist.tsx";
import ProjectsResources from "#app/routes/site/projects-resources.tsx";
import { homeStructuredData } from "#app/routes/site/home.tsx";
import { emails, subscriberEvents } from "#app/server/database/tables.server.ts";
import { documentPolicy } from "#app/server/http/security-headers.server.ts";
import { pageMeta } from "#app/ui/meta.ts";
import { dbTest } from "#tests/support/db.ts";
import { anInvoice, aQuote, aSeller, genuineSubmission, NOW } from "#tests/support/factories.ts";
import { ada, footer, withoutMailchimp } from "#tests/support/newsletter.ts";
import { readPdf } from "#tests/support/pdf.ts";
import { type Content, content, type ContentState } from "./content.ts";
import { siteDocuments } from "./documents.ts";
import type { PictureValue } from "./fields.ts";
import { pages, type PublicPage } from "./pages.ts";
import { makeContentState, withContent } from "./state.server.ts";

/* What follows the published words, and what keeps the words of its own time. */

const others = makeContentState({
  site: {
    brand: "Reed & Wren",
    person: "Ada Wren",
    firstName: "Ada",
    email: "ada@wren.example",
    replyTime: "one day",
    newsletter: { consent: "A page of news in spring." },
    schedulers: { voicePiano: "https://times.wren.example/voice" },
  },
  prices: {
    coachingSessions: [{ minutes: 60, price: 98_00 }],
    livePiano: { base: 1300_00, rehearsal: 0, extraHour: 0 },
  },
});
const message = {
  name: "Visitor",
  email: "visitor@client.example",
  phone: "",
  message: "When can I come?",
};

describe("emails", () => {
  dbTest("say the words of the moment in which they are written", async ({ db }) => {
    const store = () => storeContactMessage(db, message, genuineSubmission);
    await store();
    await withContent(others, () =>
      storeContactMessage(db, { ...message, message: "And when else?" }, genuineSubmission),
    );
    const all = db.select().from(emails).where(eq(emails.kind, "contact-acknowledgement"));
    const written = await all.orderBy(emails.createdAt, emails.subject);
    const bySubject = Object.fromEntries(written.map(({ subject, text }) => [subject, text]));
    const { site } = content();
    expect(Object.keys(bySubject).toSorted()).toEqual(
      [`Your message to ${site.person}`, "Your message to Ada Wren"].toSorted(),
    );
    expect(bySubject[`Your message to ${site.person}`]).toContain(site.brand);
    expect(bySubject["Your message to Ada Wren"]).toContain("I'll reply within one day.");
    expect(bySubject["Your message to Ada Wren"]).toContain("Reed & Wren");
    expect(bySubject["Your message to Ada Wren"]).not.toContain(site.brand);
  });
});

dbTest("a subscription keeps the consent that was shown for it", async ({ db }) => {
  const before = content().site.newsletter.consent;
  await subscribe(db, ada, genuineSubmission, footer, withoutMailchimp);
  await withContent(others, () =>
    subscribe(
      db,
      { ...ada, email: "bea@reader.example" },
      genuineSubmission,
      footer,
      withoutMailchimp,
    ),
  );
  const asked = await db.select().from(subscriberEvents).where(eq(subscriberEvents.kind, "asked"));
  expect(asked.map(({ data }) => data.consent).toSorted()).toEqual(
    [before, "A page of news in spring."].toSorted(),
  );
});

describe("a quote", () => {
  dbTest("that exists keeps its prices, terms and name", async ({ db }) => {
    const quote = await aQuote(db, { preparedBy: "Imogen Hale" });
    const shown = toPublicQuote(quote, NOW);
    expect(withContent(others, () => toPublicQuote(quote, NOW))).toEqual(shown);
    const linesOf = async (file: Promise<Uint8Array>) =>
      (await readPdf(new Uint8Array(await file))).text.match(/A\$[\d,.]+/g);
    const drawn = await linesOf(quotePdf(shown, "slug", NOW));
    expect(drawn).not.toBeNull();
    expect(await linesOf(withContent(others, () => quotePdf(shown, "slug", NOW)))).toEqual(drawn);
  });
});

dbTest("an invoice names the seller that it was issued with", async ({ db }) => {
  const invoice = await anInvoice(db, { seller: aSeller });
  expect(withContent(others, () => sellerOf(invoice))).toEqual(sellerOf(invoice));
});

describe("the picture of shared links", () => {
  const id = "11111111-1111-4111-8111-111111111111";
  const shared = { shape: "share", width: 1200, height: 630, widths: [1200] } as const;
  const withPicture = (uploads: Content["uploads"], name = id) =>
    makeContentState({ titles: withTitles({ name, alt: "Ada at the piano" }) }, uploads);
  const withTitles = (picture: PictureValue) => {
    const titles = siteDocuments.titles.default;
    return { ...titles, home: { ...titles.home, picture } };
  };
  const imagesOf = (page: PublicPage, state: ContentState) =>
    withContent(state, () =>
      pageMeta(page).flatMap((tag) =>
        "property" in tag && String(tag.property).startsWith("og:image") ? tag.content : [],
      ),
    );
  const uploaded = `https://origin.invalid/media/${id}-1200.jpg`;
  const drawn = (name: string) => `https://origin.invalid/share/${name}.png`;

  test("is the one that the owner uploaded, with what it shows", () => {
    const state = withPicture({ [id]: shared });
    expect(imagesOf(pages.home, state)).toEqual([uploaded, "Ada at the piano"]);
    expect(imagesOf(pages.privacy, state)).toEqual([uploaded, "Ada at the piano"]);
    expect(imagesOf(pages.about, state)).toEqual([drawn("about")]);
    const data = withContent(state, () => homeStructuredData("https://x.example"));
    expect(JSON.stringify(data)).toContain(`"https://x.example/media/${id}-1200.jpg"`);
  });

  test("is left out where that isn't there, or has no file for networks", () => {
    const portrait = { ...shared, shape: "portrait" } as const;
    const unfit: Content["uploads"][] = [{}, { [id]: portrait }];
    for (const uploads of unfit) {
      const state = withPicture(uploads);
      expect(imagesOf(pages.home, state)).toEqual([]);
      const data = withContent(state, () => homeStructuredData("https://x.example"));
      expect(JSON.stringify(data)).not.toContain("/share/");
    }
    expect(imagesOf(pages.home, withPicture({}, "share/ameb"))[0]).toBe(drawn("ameb"));
  });
});

describe("the structured data", () => {
  const dataOf = (overrides: Record<string, unknown>) =>
    JSON.stringify(
      withContent(makeContentState(overrides), () => homeStructuredData("https://x.example")),
    );

  test("say the published prices", () => {
    const data = JSON.stringify(withContent(others, () => homeStructuredData("https://x.example")));
    expect(data).toContain("98.00");
    expect(data).not.toContain("95.00");
  });

  test("say no price of what is hidden", () => {
    expect(dataOf({})).toContain('"priceRange":"A$30–A$1,200"');
    expect(dataOf({ visibility: { pages: { ameb: false } } })).toContain(
      '"priceRange":"A$50–A$1,200"',
    );
    expect(dataOf({ visibility: { pages: { livePiano: false } } })).toContain(
      '"priceRange":"A$30–A$140"',
    );
  });

  const praise = { quote: "Lovely.", author: "Bea", title: "Singer", consentedOn: "2026-07-01" };
  test.for([
    ["every testimonial has one", [5, 4], true],
    ["one has none", [5, null], false],
    ["none has one", [null, null], false],
    ["there is no testimonial", [], false],
  ] as const)("have a rating where %s: %j, %s", ([, ratings, isRated]) => {
    const items = ratings.map((rating) => ({ ...praise, rating }));
    const data = dataOf({ testimonials: { items } });
    expect(data.includes("aggregateRating")).toBe(isRated);
    expect(data.includes('"ratingValue":4.5')).toBe(isRated);
  });
});

test("the date of a consent is in nothing that visitors get", () => {
  const praise = { quote: "Lovely.", author: "Bea", title: "Singer", rating: 5 };
  const items = [{ ...praise, consentedOn: "2026-07-01" }];
  const { content: published } = makeContentState({ testimonials: { items } });
  expect(published.testimonials.items).toEqual([praise]);
});

test.for([
  ["choir", Choir, "Join the next pop-up choir"],
  ["cv", MusicDirectorPianist, "CV"],
  ["sheetMusic", ProjectsResources, "Sheet music store"],
] as const)("an empty link, %s, takes with it what leads there", ([link, page, said]) => {
  const drawn = (links: Record<string, string>) =>
    withContent(makeContentState({ site: withLinks(links) }), () =>
      renderToStaticMarkup(createElement(MemoryRouter, null, createElement(page))),
    );
  expect(drawn({})).toContain(said);
  const without = drawn({ [link]: "" });
  expect(without).not.toContain('href=""');
  expect(without.match(/<a /g)?.length ?? 0).toBe(drawn({}).match(/<a /g)!.length - 1);
});

function withLinks(links: Record<string, string>) {
  const site = siteDocuments.site.default;
  return { ...site, links: { ...site.links, ...links } };
}

describe("the policy for frames", () => {
  const framesOf = (voicePiano: string) =>
    withContent(makeContentState({ site: { schedulers: { voicePiano } } }), () =>
      documentPolicy({ scripts: [], styles: [] }),
    );

  test("names the published calendars", () => {
    const policy = withContent(others, () => documentPolicy({ scripts: [], styles: [] }));
    expect(policy).toMatch(/frame-src [^;]*https:\/\/times\.wren\.example/);
  });

  test.for([
    "https://x.example;script-src",
    "https://x.example;form-action",
    "https://a,b.example",
    "http://plain.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "",
  ])("cannot be ended or widened by an address: %s", (address) => {
    const directives = framesOf(address)
      .split("; ")
      .map((directive) => directive.split(" ")[0]);
    expect(new Set(directives).size).toBe(directives.length);
    expect(framesOf(address)).not.toMatch(/x\.example|a,b|plain|null|javascript|data:/);
  });
});
