import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect } from "vitest";
import { content } from "#app/content/content.ts";
import { documentNames, siteDocuments } from "#app/content/documents.ts";
import { startContent } from "#app/content/state.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { pictures, sitePublications, storedDocuments } from "#app/server/database/tables.server.ts";
import { ownDbOnBothDatabases as test } from "#tests/support/db.ts";
import { catchUp, catchUpInTurn, inTurn } from "./published.server.ts";
import { useSiteHost } from "./renderer.server.ts";

const { about, director, testimonials } = siteDocuments;

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

test("a database that fails meanwhile leaves what is public, until it answers", async ({ db }) => {
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
});

test("one document that no page can be made of leaves the fourteen others", async ({ db }) => {
  const page = (words: string) =>
    `<style>.used{color:red}</style><p class="used">${words.repeat(500)}</p>` +
    '<script type="text/plain" id="deferred" data-stylesheet="/site.css"></script>';
  const render = async ({ url }: Request) => {
    // The last page, when all others wait to be compressed.
    const isBroken = url.endsWith("/privacy/") && content().testimonials.items.length === 0;
    if (isBroken) throw new Error("No such note.");
    return new Response(page(content().about.heading));
  };
  const builtPage = () => page("default");
  useSiteHost({ siteUrl: "https://site.example", render, builtPage, serve: () => {} });
  const defaults = documentNames.map((name) => [name, siteDocuments[name].default] as const);
  await publishElsewhere(db, {
    ...Object.fromEntries(defaults),
    about: withHeading("Mine"),
    testimonials: { ...testimonials.default, items: [] },
  });
  await catchUp(db);
  expect(content().about.heading).toBe("Mine");
  expect(content().testimonials.items).toHaveLength(testimonials.default.items.length);
});

test("a hundred browsers that ask for unknown words cost one look at the database", async ({
  db,
}) => {
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
});
