import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import {
  auditEntries,
  pictureFiles,
  pictures,
  storedDocuments,
  sitePublications,
} from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { colourAt, isBlue, isRed, metadataIn, twoHalves } from "#tests/support/pictures.ts";
import {
  cropPicture,
  deleteUnusedPictures,
  requeuePictures,
  failPicture,
  renderPicture,
  storePicture,
} from "./commands.server.ts";
import type { FocusPoint } from "./model.ts";
import {
  getOriginal,
  getPicture,
  getPictureFile,
  listPictures,
  readPictureFiles,
  uploadsOf,
} from "./queries.server.ts";

const tall = await twoHalves(400, 1000).webp().toBuffer();
const photo = {
  original: tall,
  fileName: "me.jpg",
  shape: "portrait",
  focus: { x: 0.5, y: 0.5 },
} as const;
const elsewhere = "11111111-1111-4111-8111-111111111111";
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

const store = (db: Db, given: Partial<typeof photo> = {}) =>
  storePicture(db, owner, { ...photo, ...given }, NOW);

const jobs = async (db: Db) =>
  (
    await rowsOf<{ id: string }>(
      db,
      sql`select data->>'pictureId' as id from pgboss.job where name = 'pictures' order by created_on`,
    )
  ).map(({ id }) => id);

const idsOf = async (db: Db) => (await listPictures(db, owner)).map(({ id }) => id).toSorted();

describe("an uploaded picture", () => {
  dbTest("waits for its files, and the activity log says who uploaded it", async ({ db }) => {
    const id = await store(db);
    expect(await getPicture(db, owner, id)).toMatchObject({
      fileName: "me.jpg",
      state: "waiting",
      progress: 0,
      focus: { x: 0.5, y: 0.5 },
    });
    expect(await jobs(db)).toEqual([id]);
    expect(await uploadsOf(db, [id])).toEqual({});
    expect(await db.select().from(auditEntries)).toMatchObject([
      { actor: owner.email, action: "uploaded", subjectKind: "picture", label: "me.jpg" },
    ]);
  });

  onBoth("sent twice, at once or later, is one picture", async ({ db }) => {
    const [first, second] = await Promise.all([store(db), store(db)]);
    const third = await storePicture(db, owner, { ...photo, fileName: "again.jpg" }, later(20));
    expect([second, third]).toEqual([first, first]);
    expect(await db.$count(pictures)).toBe(1);
    expect(await jobs(db)).toEqual([first]);
  });

  dbTest("gets the files of its crop in the widths that it has", async ({ db }) => {
    const id = await store(db);
    await renderPicture(db, id);
    expect(await getPicture(db, owner, id)).toMatchObject({
      state: "ready",
      progress: 100,
      width: 400,
      height: 500,
    });
    expect(await uploadsOf(db, [id, "headshot", elsewhere])).toEqual({
      [id]: { shape: "portrait", width: 400, height: 500, widths: [360] },
    });
    const files = await readPictureFiles(db, id);
    expect(files.map(({ width, format }) => [width, format])).toEqual([
      [360, "avif"],
      [360, "webp"],
    ]);
    for (const { width, format, bytes } of files) {
      const metadata = await sharp(bytes).metadata();
      expect([metadata.width, metadata.height, metadata.hasAlpha]).toEqual([360, 450, false]);
      expect(metadataIn(bytes)).toEqual([]);
      expect(Buffer.from((await getPictureFile(db, { id, width, format }))!)).toEqual(
        Buffer.from(bytes),
      );
    }
    expect(await getPictureFile(db, { id, width: 480, format: "webp" })).toBeNull();
    expect(await getPictureFile(db, { id: elsewhere, width: 360, format: "webp" })).toBeNull();
  });

  dbTest("is not made twice: an interrupted job goes on where it was", async ({ db }) => {
    const id = await store(db);
    const bytes = new Uint8Array([1, 2, 3]);
    await db.insert(pictureFiles).values({ pictureId: id, width: 360, format: "avif", bytes });
    await renderPicture(db, id);
    const kept = await getPictureFile(db, { id, width: 360, format: "avif" });
    expect([...kept!]).toEqual([1, 2, 3]);
    expect(await db.$count(pictureFiles)).toBe(2);
    await db.delete(pictureFiles);
    await renderPicture(db, id);
    expect(await db.$count(pictureFiles)).toBe(0);
  });

  dbTest(
    "that cannot be made is said to have failed, until it is uploaded again",
    async ({ db }) => {
      const id = await store(db, { original: Buffer.from("no picture") as never });
      await expect(renderPicture(db, id)).rejects.toThrow(/unsupported image format/i);
      expect((await getPicture(db, owner, id))?.state).toBe("waiting");
      await failPicture(db, id);
      expect(await getPicture(db, owner, id)).toMatchObject({
        state: "failed",
        error: "This picture couldn't be prepared. Please upload it again.",
      });
      expect(await store(db, { original: Buffer.from("no picture") as never })).toBe(id);
      expect(await getPicture(db, owner, id)).toMatchObject({ state: "waiting", error: null });
      expect(await jobs(db)).toEqual([id, id]);
    },
  );

  dbTest("that was deleted before its job has no files, and the job ends", async ({ db }) => {
    const id = await store(db);
    await db.delete(pictures);
    await renderPicture(db, id);
    expect(await db.$count(pictureFiles)).toBe(0);
  });
});

const around = (db: Db, id: string, focus: FocusPoint) =>
  cropPicture(db, owner, id, { focus, shape: null }, NOW);

describe("another focus point", () => {
  dbTest("is another picture of the same photograph", async ({ db }) => {
    const id = await store(db);
    const top = await around(db, id, { x: 0.5, y: 0 });
    expect(await idsOf(db)).toEqual([id, top].toSorted());
    expect(Buffer.from((await getOriginal(db, owner, top!))!)).toEqual(tall);
    await renderPicture(db, top!);
    const file = await getPictureFile(db, { id: top!, width: 360, format: "webp" });
    // The upper half of the photograph alone, where the centre has some of both.
    expect(isRed(await colourAt(file!, 0.05))).toBe(true);
    expect(isRed(await colourAt(file!, 0.95))).toBe(true);
    await renderPicture(db, id);
    const centred = await getPictureFile(db, { id, width: 360, format: "webp" });
    expect(isBlue(await colourAt(centred!, 0.95))).toBe(true);
  });

  dbTest(
    "chosen twice is one picture, and the first one chosen again is the first",
    async ({ db }) => {
      const id = await store(db);
      const focus = { x: 0.33, y: 0.07 };
      const [one, other] = [await around(db, id, focus), await around(db, id, focus)];
      expect(other).toBe(one);
      expect(await around(db, one!, photo.focus)).toBe(id);
      expect((await getPicture(db, owner, one!))?.focus).toEqual(focus);
      expect(await jobs(db)).toHaveLength(2);
    },
  );

  dbTest("of a picture that does not exist is none", async ({ db }) => {
    expect(await around(db, elsewhere, { x: 0, y: 0 })).toBeNull();
    expect(await around(db, "headshot", { x: 0, y: 0 })).toBeNull();
  });
});

describe("a picture for shared links", () => {
  const share = { shape: "share" as never };

  dbTest("is one JPEG of the size that networks ask for, on white", async ({ db }) => {
    const clear = sharp({ create: { width: 800, height: 600, channels: 4, background: "#0000" } });
    const original = (await clear.webp().toBuffer()) as never;
    const id = await store(db, { ...share, original });
    await renderPicture(db, id);
    expect(await uploadsOf(db, [id])).toEqual({
      [id]: { shape: "share", width: 1200, height: 630, widths: [1200] },
    });
    const files = await readPictureFiles(db, id);
    expect(files.map(({ width, format }) => [width, format])).toEqual([[1200, "jpg"]]);
    expect(await sharp(files[0]!.bytes).metadata()).toMatchObject({
      format: "jpeg",
      width: 1200,
      height: 630,
    });
    expect(await colourAt(files[0]!.bytes, 0.5)).toEqual({ r: 255, g: 255, b: 255 });
  });

  dbTest("is made of a photograph that was uploaded for another place", async ({ db }) => {
    const id = await store(db, { focus: { x: 0.5, y: 0.2 } as never });
    const crop = { focus: null, shape: "share" } as const;
    const shared = await cropPicture(db, owner, id, crop, NOW);
    expect(await cropPicture(db, owner, id, crop, NOW)).toBe(shared);
    expect(await getPicture(db, owner, shared!)).toMatchObject({
      shape: "share",
      focus: { x: 0.5, y: 0.2 },
    });
    expect((await getPicture(db, owner, id))?.shape).toBe("portrait");
    await renderPicture(db, shared!);
    const file = await getPictureFile(db, { id: shared!, width: 1200, format: "jpg" });
    expect(isRed(await colourAt(file!, 0.95))).toBe(true);
  });
});

dbTest("pictures are listed, the newest first", async ({ db }) => {
  const first = await store(db);
  const focus = { x: 0, y: 0 };
  const second = await storePicture(db, owner, { ...photo, focus }, later(1));
  expect((await listPictures(db, owner)).map(({ id }) => id)).toEqual([second, first]);
});

describe("after thirty days", () => {
  const hero = (id: string) => ({ hero: { picture: { name: id, alt: "" } } });
  const focusOn = (x: number) => ({ focus: { x, y: 0.5 } }) as never;

  dbTest("a picture is kept that a draft, a page or the history uses", async ({ db }) => {
    const ids = [0.1, 0.2, 0.3, 0.4, 0.5].map((x) => store(db, focusOn(x)));
    const [draft, page, before, after, unused] = await Promise.all(ids);
    await db.insert(storedDocuments).values({
      name: "home",
      draft: hero(draft!),
      published: hero(page!),
      updatedBy: owner.email,
    });
    await db
      .insert(sitePublications)
      .values({ document: "home", actor: owner.email, before: hero(before!), after: hero(after!) });
    await deleteUnusedPictures(db, later(29));
    expect(await db.$count(pictures)).toBe(5);
    await deleteUnusedPictures(db, later(31));
    expect(await idsOf(db)).toEqual([draft, page, before, after].toSorted());
    expect(await getPicture(db, owner, unused!)).toBeNull();
  });

  dbTest(
    "one that was chosen again meanwhile is kept, and an unused one loses its files",
    async ({ db }) => {
      const [chosen, unused] = [await store(db), await store(db, focusOn(0.1))];
      const bytes = new Uint8Array([1]);
      await db
        .insert(pictureFiles)
        .values({ pictureId: unused, width: 360, format: "avif", bytes });
      await storePicture(db, owner, photo, later(20));
      await deleteUnusedPictures(db, later(31));
      expect(await idsOf(db)).toEqual([chosen]);
      expect(await db.$count(pictureFiles)).toBe(0);
    },
  );
});

dbTest("a waiting picture without a job, as after a restore, gets one", async ({ db }) => {
  const id = await store(db);
  await requeuePictures(db);
  expect(await jobs(db)).toEqual([id]);
  await db.execute(sql`delete from pgboss.job`);
  await requeuePictures(db);
  expect(await jobs(db)).toEqual([id]);
  await db.update(pictures).set({ state: "ready" }).where(eq(pictures.id, id));
  await db.execute(sql`delete from pgboss.job`);
  await requeuePictures(db);
  expect(await jobs(db)).toEqual([]);
});
