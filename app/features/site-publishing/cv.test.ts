import { expect } from "vitest";
import { auditEntries } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { getCv, readCv, removeCv, storeCv } from "./site-files.server.ts";
import { listPublicSamples } from "#app/features/site-content/queries.server.ts";

const cv = { fileName: "cv.pdf", pages: 2, bytes: new Uint8Array([1, 2, 3]) };

dbTest("a CV takes the earlier one's place, and that of its sample link", async ({ db }) => {
  const isSample = async () =>
    (await listPublicSamples(db)).some(({ path }) => path === "links.cv");
  expect(await isSample()).toBe(true);
  await storeCv(db, owner, cv, NOW);
  await storeCv(db, owner, { ...cv, fileName: "new.pdf", bytes: new Uint8Array([4]) }, NOW);
  expect(await getCv(db, owner)).toEqual({
    fileName: "new.pdf",
    pages: 2,
    size: 1,
    updatedAt: NOW,
  });
  expect([...(await readCv(db))!]).toEqual([4]);
  expect(await isSample()).toBe(false);
  expect(await removeCv(db, owner, NOW)).toBe(true);
  expect(await removeCv(db, owner, NOW)).toBe(false);
  expect(await readCv(db)).toBeNull();
  expect(await isSample()).toBe(true);
  expect((await db.select().from(auditEntries)).map(({ action }) => action)).toEqual([
    "uploaded a CV to the",
    "uploaded a CV to the",
    "removed the CV from the",
  ]);
});
