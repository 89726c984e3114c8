import { and, desc, eq, inArray } from "drizzle-orm";
import type { UploadedPicture } from "#app/content/content.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { pictureFiles, pictures } from "#app/server/database/tables.server.ts";
import { isUuid } from "#app/values/text.ts";
import { type PictureFileKey, widthsOf } from "./model.ts";

/** Without the original, which is some hundred kilobytes. */
const summary = {
  id: pictures.id,
  createdAt: pictures.createdAt,
  fileName: pictures.fileName,
  shape: pictures.shape,
  focus: { x: pictures.focusX, y: pictures.focusY },
  state: pictures.state,
  /** In per cent. */
  progress: pictures.progress,
  error: pictures.error,
  width: pictures.width,
  height: pictures.height,
};

const mostListed = 200;

export type PictureSummary = Awaited<ReturnType<typeof listPictures>>[number];

export async function listPictures(db: Db, _by: Administrator) {
  return db
    .select(summary)
    .from(pictures)
    .orderBy(desc(pictures.createdAt), desc(pictures.id))
    .limit(mostListed);
}

export async function getPicture(db: Db, _by: Administrator, id: string) {
  const [row] = await db.select(summary).from(pictures).where(eq(pictures.id, id));
  return row ?? null;
}

export async function getOriginal(db: Db, _by: Administrator, id: string) {
  const [row] = await db
    .select({ original: pictures.original })
    .from(pictures)
    .where(eq(pictures.id, id));
  return row?.original ?? null;
}

/** Leaves out pictures that are not ready, and names that are not upload ids. */
export async function uploadsOf(
  db: Db,
  ids: readonly string[],
): Promise<Record<string, UploadedPicture>> {
  const uploaded = ids.filter(isUuid);
  if (uploaded.length === 0) return {};
  const rows = await db
    .select({
      id: pictures.id,
      shape: pictures.shape,
      width: pictures.width,
      height: pictures.height,
    })
    .from(pictures)
    .where(and(inArray(pictures.id, uploaded), eq(pictures.state, "ready")));
  return Object.fromEntries(
    rows.map(({ id, shape, width, height }) => [
      id,
      { shape, width: width!, height: height!, widths: widthsOf(shape, width!) },
    ]),
  );
}

type StoredFile = PictureFileKey & { bytes: Uint8Array };

/** Public: no check beyond the picture's id. */
export async function getPictureFile(
  db: Db,
  { id, width, format }: PictureFileKey & { id: string },
): Promise<Uint8Array | null> {
  const [row] = await db
    .select({ bytes: pictureFiles.bytes })
    .from(pictureFiles)
    .where(
      and(
        eq(pictureFiles.pictureId, id),
        eq(pictureFiles.width, width),
        eq(pictureFiles.format, format),
      ),
    );
  return row?.bytes ?? null;
}

export async function readPictureFiles(db: Db, id: string): Promise<StoredFile[]> {
  return db
    .select({ width: pictureFiles.width, format: pictureFiles.format, bytes: pictureFiles.bytes })
    .from(pictureFiles)
    .where(eq(pictureFiles.pictureId, id))
    .orderBy(pictureFiles.width, pictureFiles.format);
}
