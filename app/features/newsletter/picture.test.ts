import { expect } from "vitest";
import sharp from "sharp";
import { eq } from "drizzle-orm";
import { storePicture } from "#app/features/site-pictures/commands.server.ts";
import { pictures } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { NOW, owner, refusedAs } from "#tests/support/factories.ts";
import { aMailing } from "#tests/support/newsletter.ts";
import { saveMailing } from "./mailing-commands.server.ts";
import { getMailingJpeg, mailingPreview } from "./mailing-queries.server.ts";
import type { MailingInput } from "./mailing-schema.ts";

dbTest("a picture is copied as a JPEG that stays when the upload is deleted", async ({ db }) => {
  const background = { r: 120, g: 40, b: 50 };
  const original = await sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
    .webp()
    .toBuffer();
  const upload = {
    original,
    fileName: "a.webp",
    shape: "landscape" as const,
    focus: { x: 0.5, y: 0.5 },
  };
  const pictureId = await storePicture(db, owner, upload, NOW);
  const { id } = await aMailing(db);
  const input = {
    subject: "S",
    body: "B",
    pictureAlt: "A piano",
    pictureId,
    audience: "all",
    buttonLabel: "",
    buttonUrl: "",
    inArchive: true,
    day: null,
    time: null,
  } as MailingInput;
  expect(await saveMailing(db, owner, { id, version: 1 }, input)).toEqual(refusedAs("picture"));
  await db.update(pictures).set({ state: "ready" }).where(eq(pictures.id, pictureId));
  const saved = await saveMailing(db, owner, { id, version: 1 }, input);
  if (!saved.ok) throw new Error(saved.reason);
  await db.delete(pictures).where(eq(pictures.id, pictureId));
  const jpeg = await getMailingJpeg(db, id, pictureId.slice(0, 8));
  expect(await sharp(Buffer.from(jpeg!)).metadata()).toMatchObject({
    format: "jpeg",
    width: 1120,
    height: 747,
  });
  const { html, text } = await mailingPreview(db, saved.mailing, NOW);
  expect(html).toContain(`/email/pictures/${id}-${pictureId.slice(0, 8)}.jpg`);
  expect(html).toContain('alt="A piano"');
  expect(text).not.toContain(".jpg");
});
