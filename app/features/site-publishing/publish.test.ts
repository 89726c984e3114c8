import { randomInt } from "node:crypto";
import { setImmediate, setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect } from "vitest";
import { content } from "#app/content/content.ts";
import { siteDocuments } from "#app/content/documents.ts";
import { makeContentState, startContent } from "#app/content/state.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { StaticFiles } from "#app/server/http/static-files.server.ts";
import {
  auditEntries,
  sitePublications,
  storedDocuments,
} from "#app/server/database/tables.server.ts";
import { dbTest as test, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { type Publication, publish } from "./publish.server.ts";
import { catchUp, contentWith, wordsAt } from "./published.server.ts";
import { renderPage, useSiteHost } from "./renderer.server.ts";

const by = { userId: "owner", email: "owner@site.example", role: "owner" } as const;
const now = new Date("2026-11-22T00:00:00Z");
const home = siteDocuments.home.default;
const about = siteDocuments.about.default;
const saying = (headline: string) => ({ ...home, hero: { ...home.hero, headline } });
const page = (words: string) =>
  `<style>.used{color:red}</style><p class="used">${words}</p>` +
  '<script type="text/plain" id="deferred" data-stylesheet="/site.css"></script>';

/** Text that hardly gets smaller. */
const long = (numbers: number) =>
  Array.from({ length: numbers }, () => randomInt(2 ** 40)).join(" ");

let files: StaticFiles = new Map();
let render = async (_request: Request) => page(content().home.hero.headline);

beforeEach(() => {
  render = async () => page(content().home.hero.headline);
  useSiteHost({
    siteUrl: "https://site.example",
    render: async (request) => new Response(await render(request)),
    builtPage: () => page(home.hero.headline),
    serve: (prepared) => void (files = prepared),
  });
});

afterEach(() => {
  useSiteHost(null);
  startContent();
});

const publishHome = (db: Db, publication: Partial<Publication>) =>
  publish(db, by, { document: "home", version: 0, after: saying("New."), ...publication }, now);

function served(path: string): string {
  const file = files.get(path);
  return file && "identity" in file ? Buffer.from(file.identity.body).toString() : "";
}

async function rowsIn(db: Db) {
  const count = async (table: Parameters<Db["$count"]>[0]) => Number(await db.$count(table));
  return {
    documents: await db.select().from(storedDocuments),
    publications: await count(sitePublications),
    activity: await count(auditEntries),
  };
}

describe("publishing", () => {
  test("changes the pages, the row, the history and the activity together", async ({ db }) => {
    await db
      .insert(storedDocuments)
      .values({ name: "home", draft: saying("Draft."), updatedBy: "a", version: 3 });
    const outcome = await publishHome(db, { version: 3 });
    expect(outcome).toEqual({ ok: true, publicationId: expect.any(Number), warnings: [] });
    expect(served("/")).toContain("New.");
    expect(served("/about")).toContain("New.");
    expect(content().home.hero.headline).toBe("New.");
    expect(await rowsIn(db)).toMatchObject({
      documents: [
        { name: "home", draft: null, published: saying("New."), version: 4, updatedBy: by.email },
      ],
      publications: 1,
      activity: 1,
    });
  });

  test("changes nothing when a page cannot be made, and says which and why", async ({ db }) => {
    await catchUp(db);
    const before = files;
    render = async ({ url }) => {
      if (url.endsWith("/coaching/")) throw new Error("No such note.");
      return page(content().home.hero.headline);
    };
    expect(await publishHome(db, {})).toEqual({
      ok: false,
      reason: "page",
      page: "Coaching",
      message:
        "The Coaching page can't be made with these words: No such note. Nothing was published.",
    });
    expect(files).toBe(before);
    expect(content().home.hero.headline).toBe(home.hero.headline);
    expect(await rowsIn(db)).toEqual({ documents: [], publications: 0, activity: 0 });
  });

  test("refuses a page of more than 40 kB and says how much it is too much", async ({ db }) => {
    render = async ({ url }) => page(url.endsWith("/about/") ? long(10_000) : "");
    expect(await publishHome(db, {})).toEqual({
      ok: false,
      reason: "page",
      page: "About",
      message: expect.stringMatching(
        /^The About page would be \d+\.\d kB, \d+\.\d kB more than the 40\.0 kB/,
      ),
    });
  });

  test("warns of a page that no longer arrives at once", async ({ db }) => {
    render = async ({ url }) => page(url.endsWith("/privacy/") ? long(3_000) : "");
    const { warnings } = (await publishHome(db, {})) as { warnings: string[] };
    expect(warnings).toEqual([expect.stringMatching(/^The Privacy page is now \d\d\.\d kB/)]);
  });

  test("does not warn again of a page that has only got another name of its words", async ({
    db,
  }) => {
    const privacy = long(3_000);
    const named = (name: string) => {
      render = async ({ url }) => page(url.endsWith("/privacy/") ? `${name} ${privacy}` : "");
    };
    const warningsOf = async (version: number) =>
      (await publishHome(db, { version, after: saying(`New ${version}.`) })) as object;
    named("n".repeat(22));
    expect(await warningsOf(0)).toMatchObject({ warnings: [expect.stringMatching(/Privacy/)] });
    named("UDQbKVkohUW2akA641FitW");
    expect(await warningsOf(1)).toMatchObject({ ok: true, warnings: [] });
    named("UDQbKVkohUW2akA641FitW and more");
    expect(await warningsOf(2)).toMatchObject({ warnings: [expect.stringMatching(/Privacy/)] });
  });

  onBoth("two documents at once keeps both", async ({ db }) => {
    const after = { ...about, heading: "About us" };
    await Promise.all([
      publishHome(db, {}),
      publish(db, by, { document: "about", version: 0, after }, now),
    ]);
    expect(content().home.hero.headline).toBe("New.");
    expect(await rowsIn(db)).toMatchObject({ publications: 2 });
  });

  test("the defaults again gives the same pages as before", async ({ db }) => {
    await catchUp(db);
    const before = files.get("/");
    await publishHome(db, {});
    expect(files.get("/")).not.toEqual(before);
    await publishHome(db, { version: 1, after: null });
    expect(files.get("/")).toEqual(before);
  });

  test("keeps the words that open pages still ask for", async ({ db }) => {
    await publishHome(db, {});
    const { url } = makeContentState({ home: saying("New.") });
    await publishHome(db, { version: 1, after: saying("Newer.") });
    expect(wordsAt(url)!.state.content).toMatchObject({ home: { hero: { headline: "New." } } });
  });

  test("refuses a picture that is not there", async ({ db }) => {
    const portrait = { name: "00000000-0000-4000-8000-000000000000", alt: "" };
    const after = { ...home, hero: { ...home.hero, portrait } };
    expect(await publishHome(db, { after })).toMatchObject({
      ok: false,
      reason: "page",
      page: "Home",
      message: "A picture of Home isn't ready. Try again in a minute, or choose another.",
    });
  });
});

onBoth("renders of drafts and of what is published never mix", async ({ db }) => {
  await publishHome(db, { after: saying("Public.") });
  render = async () => {
    const before = content().home.hero.headline;
    await (randomInt(2) ? setImmediate() : setTimeout(randomInt(3)));
    return page([before, content().home.hero.headline].join(" "));
  };
  const drafts = Array.from({ length: 60 }, (_, at) => `Draft ${at}.`);
  const rendered = await Promise.all(
    drafts.flatMap((draft) => [
      contentWith(db, "home", saying(draft), "home").then((state) => renderPage("/", state)),
      render(new Request("https://site.example/")),
    ]),
  );
  const expected = drafts.flatMap((draft) => [page(`${draft} ${draft}`), page("Public. Public.")]);
  expect(rendered).toEqual(expected);
});
