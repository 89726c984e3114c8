import { afterEach, beforeEach, expect } from "vitest";
import { siteDocuments } from "#app/content/documents.ts";
import { listPictures } from "#app/features/site-pictures/queries.server.ts";
import { startContent } from "#app/content/state.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  auditEntries,
  pictureFiles,
  pictures,
  sitePublications,
  storedDocuments,
} from "#app/server/database/tables.server.ts";
import { dbTest as test, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { deletePicture } from "./commands.server.ts";
import { publish } from "./publish.server.ts";
import { useSiteHost } from "./renderer.server.ts";

const { director } = siteDocuments;
const showing = (name: string) => ({ ...director.default, picture: { name, alt: "A pupil" } });

beforeEach(() => useSiteHost(null));
afterEach(startContent);

/** Two crops of one photograph, the first for sharing, and another photograph. */
async function somePictures(db: Db) {
  const size = { state: "ready", width: 1440, height: 960 } as const;
  const row = { ...size, createdBy: owner.email, shape: "landscape" } as const;
  const pupil = { ...row, fileName: "pupil.jpg", original: Buffer.from("pupil") };
  const hall = { ...row, fileName: "hall.jpg", original: Buffer.from("hall") };
  const added = await db
    .insert(pictures)
    .values([{ ...pupil, shape: "share" }, pupil, hall])
    .returning({ id: pictures.id });
  const [picture, crop, other] = added.map(({ id }) => id) as [string, string, string];
  const file = { pictureId: crop, width: 360, format: "webp", bytes: Buffer.from("x") } as const;
  await db.insert(pictureFiles).values(file);
  return { picture, crop, other };
}

test("a photograph goes with all its crops, also where only the history names it", async ({
  db,
}) => {
  const { picture, crop, other } = await somePictures(db);
  const entry = { document: "director", actor: owner.email, before: showing(crop) };
  await db.insert(sitePublications).values(entry);
  expect(await deletePicture(db, owner, picture, NOW)).toBe("deleted");
  expect(await deletePicture(db, owner, picture, NOW)).toBe("not-found");
  expect(await listPictures(db, owner)).toMatchObject([{ id: other, fileName: "hall.jpg" }]);
  expect(await db.$count(pictureFiles)).toBe(0);
  expect(await db.select().from(auditEntries)).toMatchObject([
    { action: "deleted", subjectKind: "picture", label: "pupil.jpg" },
  ]);
});

test("one that a page or a draft shows stays, and the answer names them", async ({ db }) => {
  const { picture, crop } = await somePictures(db);
  await db.insert(storedDocuments).values([
    { name: "director", published: showing(crop), updatedBy: owner.email },
    { name: "about", draft: showing(picture), updatedBy: owner.email },
  ]);
  const outcome = await deletePicture(db, owner, picture, NOW);
  expect(typeof outcome === "object" && outcome.usedIn.toSorted()).toEqual(["about", "director"]);
  expect(await db.$count(pictures)).toBe(3);
});

onBoth("a publication at the same time either shows it or is refused", async ({ db }) => {
  for (let round = 0; round < 6; round++) {
    const { crop } = await somePictures(db);
    const version = await db.$count(sitePublications);
    const publication = { document: "director", version, after: showing(crop) } as const;
    const [published, deleted] = await Promise.all([
      publish(db, owner, publication, NOW),
      deletePicture(db, owner, crop, NOW),
    ]);
    expect(published.ok).toBe(deleted !== "deleted");
    await db.delete(pictures);
  }
});
