import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect } from "vitest";
import { content } from "#app/content/content.ts";
import { siteDocuments } from "#app/content/documents.ts";
import { startContent } from "#app/content/state.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { pictures, sitePublications, storedDocuments } from "#app/server/database/tables.server.ts";
import type { StaticFiles } from "#app/server/http/static-files.server.ts";
import { ownDbTest as test, ownDbOnBothDatabases as onBoth } from "#tests/support/db.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { publish } from "./publish.server.ts";
import { catchUp, catchUpInTurn, inTurn, showPublicWords } from "./published.server.ts";
import { useSiteHost } from "./renderer.server.ts";

const { about, director, site, whatsOn } = siteDocuments;

/** As another process on the same database does. */
async function publishElsewhere(db: Db, words: Record<string, unknown>): Promise<void> {
  for (const [name, published] of Object.entries(words)) {
    await db
      .insert(storedDocuments)
      .values({ name, published, updatedBy: "another process" })
      .onConflictDoUpdate({ target: storedDocuments.name, set: { published } });
    await db.insert(sitePublications).values({ document: name, actor: "another process" });
  }
}

const withHeading = (heading: string) => ({ ...about.default, heading });

beforeEach(() => useSiteHost(null));
afterEach(startContent);

onBoth(
  "a database that fails meanwhile leaves what is public, until it answers",
  async ({ db }) => {
    const photograph = { createdBy: "x", fileName: "x.jpg", original: Buffer.from("x") };
    const [picture] = await db
      .insert(pictures)
      .values({ ...photograph, shape: "landscape", state: "ready", width: 1440, height: 960 })
      .returning({ id: pictures.id });
    const withPicture = { ...director.default, picture: { name: picture!.id, alt: "Me" } };
    await publishElsewhere(db, { director: withPicture, about: withHeading("Old") });
    await catchUp(db);
    await publishElsewhere(db, { about: withHeading("New") });
    await db.execute(sql`alter table pictures rename to pictures_away`);
    await expect(catchUp(db)).rejects.toThrow("Failed query");
    expect(content().about.heading).toBe("Old");
    expect(content().director.picture.name).toBe(picture!.id);
    await db.execute(sql`alter table pictures_away rename to pictures`);
    await catchUp(db);
    expect(content().about.heading).toBe("New");
    expect(content().director.picture.name).toBe(picture!.id);
  },
);

const page = (words: string) =>
  `<style>.used{color:red}</style><p class="used">${words}</p>` +
  '<script type="text/plain" id="deferred" data-stylesheet="/site.css"></script>';
const clara = { ...site.default, person: "Clara Wieck" };

/** A host whose pages fail as often as `failures` says; returns what it serves. */
function aHost(failures: { left: number }) {
  let served: StaticFiles = new Map();
  const render = async () => {
    if (failures.left-- > 0) throw new Error("Cannot allocate memory");
    return new Response(page(content().site.person));
  };
  const serve = (files: StaticFiles) => void (served = files);
  useSiteHost({ siteUrl: "https://site.example", render, builtPage: () => page("built"), serve });
  return () => {
    const file = served.get("/privacy");
    return file && "identity" in file ? Buffer.from(file.identity.body).toString() : null;
  };
}

describe("a page that can't be made", () => {
  test("at a start is tried again at every look, and no sample is public meanwhile", async ({
    db,
  }) => {
    await publishElsewhere(db, { site: clara });
    const failures = { left: 3 };
    const served = aHost(failures);
    await showPublicWords(db);
    for (let look = 1; look <= 3; look++) {
      await catchUp(db);
      expect(content().site.person).toBe("Clara Wieck");
      // Not prepared: every page is rendered for its request.
      expect(served()).toBeNull();
    }
    await catchUp(db);
    expect(served()).toContain("Clara Wieck");
  });

  test("of another process leaves the pages before, until it can be made", async ({ db }) => {
    const failures = { left: 0 };
    const served = aHost(failures);
    await publishElsewhere(db, { site: clara });
    await catchUp(db);
    failures.left = 2;
    await publishElsewhere(db, { site: { ...clara, person: "Clara Schumann" } });
    for (let look = 1; look <= 2; look++) {
      await catchUp(db);
      expect(served()).toContain("Clara Wieck");
    }
    await catchUp(db);
    expect(served()).toContain("Clara Schumann");
  });

  test("doesn't keep the owner from publishing words with which it can", async ({ db }) => {
    await publishElsewhere(db, {
      site: { ...clara, person: "Broken" },
      about: withHeading("Mine"),
    });
    let served: StaticFiles = new Map();
    const render = async () => {
      const { site: words, about: others } = content();
      if (words.person === "Broken") throw new Error("No such note.");
      return new Response(page(`${words.person}, ${others.heading}`));
    };
    const serve = (files: StaticFiles) => void (served = files);
    useSiteHost({ siteUrl: "https://x.example", render, builtPage: () => page("built"), serve });
    await showPublicWords(db);
    const publication = { document: "site", version: 0, after: clara } as const;
    expect(await publish(db, owner, publication, NOW)).toMatchObject({ ok: true });
    const file = served.get("/privacy");
    expect(file && "identity" in file && Buffer.from(file.identity.body).toString()).toContain(
      "Clara Wieck, Mine",
    );
  });
});

test("a date that is over leaves the site at the next look, and its page with the last", async ({
  db,
}) => {
  let served: StaticFiles = new Map();
  const render = async () => new Response(page(JSON.stringify(content().whatsOn.dates)));
  const serve = (files: StaticFiles) => void (served = files);
  useSiteHost({ siteUrl: "https://x.example", render, builtPage: () => page("built"), serve });
  const days = ["2026-12-01", "2026-12-04"];
  const dates = days.map((day) => ({ title: day, day, place: "Hall" }));
  await publishElsewhere(db, { whatsOn: { ...whatsOn.default, dates } });
  const shownOn = async (today: string) => {
    await catchUp(db, today);
    const file = served.get("/whats-on");
    const text = file && "identity" in file ? Buffer.from(file.identity.body).toString() : "";
    return days.filter((day) => text.includes(day));
  };
  expect(await shownOn("2026-12-01")).toEqual(days);
  expect(await shownOn("2026-12-02")).toEqual([days[1]]);
  const files = served;
  expect(await shownOn("2026-12-04")).toEqual([days[1]]);
  expect(served).toBe(files);
  expect(await shownOn("2026-12-05")).toEqual([]);
  expect(served.has("/about")).toBe(true);
});

onBoth(
  "a hundred browsers that ask for unknown words cost one look at the database",
  async ({ db }) => {
    await catchUp(db);
    const held = Promise.withResolvers<void>();
    const before = inTurn(() => held.promise);
    let looks = 0;
    const counted = new Proxy(db, {
      get: (target, name) => {
        if (name === "select") looks++;
        return Reflect.get(target, name) as unknown;
      },
    });
    const asked = Array.from({ length: 100 }, () => catchUpInTurn(counted));
    held.resolve();
    await Promise.all([before, ...asked]);
    expect(looks).toBe(1);
    // What has begun may have missed what was published since.
    const begun = catchUpInTurn(db);
    await publishElsewhere(db, { about: withHeading("Since") });
    await Promise.all([begun, catchUpInTurn(db)]);
    expect(content().about.heading).toBe("Since");
  },
);
