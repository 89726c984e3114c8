import { and, eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { pictureFiles, pictures } from "#app/server/database/tables.server.ts";
import { runPictureTask } from "./worker-process.server.ts";
import type { PictureAnswer } from "./worker.server.ts";

const waiting = (id: string) => and(eq(pictures.id, id), eq(pictures.state, "waiting"));

/** Files from an interrupted try are not made again. Throws to be tried again. */
export async function renderPicture(db: Db, pictureId: string): Promise<void> {
  const [picture] = await db
    .select({
      original: pictures.original,
      shape: pictures.shape,
      x: pictures.focusX,
      y: pictures.focusY,
    })
    .from(pictures)
    .where(waiting(pictureId));
  if (!picture) return;
  const stored = await db
    .select({ width: pictureFiles.width, format: pictureFiles.format })
    .from(pictureFiles)
    .where(eq(pictureFiles.pictureId, pictureId));
  const { original, shape, x, y } = picture;
  const existing = stored.map(({ width, format }) => `${width}.${format}`);
  await runPictureTask({ kind: "render", original, shape, focus: { x, y }, existing }, (answer) =>
    storeAnswer(db, pictureId, answer),
  );
  await db.update(pictures).set({ state: "ready", progress: 100 }).where(waiting(pictureId));
}

async function storeAnswer(db: Db, pictureId: string, answer: PictureAnswer): Promise<void> {
  if (answer.kind === "size")
    await db.update(pictures).set(answer.size).where(eq(pictures.id, pictureId));
  if (answer.kind !== "file") return;
  const { width, format, bytes, progress } = answer;
  await db.insert(pictureFiles).values({ pictureId, width, format, bytes }).onConflictDoNothing();
  await db.update(pictures).set({ progress }).where(eq(pictures.id, pictureId));
}

/** Called after the last try. */
export async function failPicture(db: Db, pictureId: string): Promise<void> {
  const error = "This picture couldn't be prepared. Please upload it again.";
  await db.update(pictures).set({ state: "failed", error }).where(waiting(pictureId));
}
