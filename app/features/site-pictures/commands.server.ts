import { createHash } from "node:crypto";
import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Owner } from "#app/features/auth/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { PictureShape } from "#app/server/database/enums.ts";
import {
  pictures,
  storedDocuments,
  sitePublications,
  pictureFiles,
} from "#app/server/database/tables.server.ts";
import { enqueueMissing } from "#app/server/jobs/maintenance.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { type Period, periodStart } from "#app/values/period.ts";
import type { FocusPoint } from "./model.ts";
import { runPictureTask } from "./worker-process.server.ts";
import type { PictureAnswer } from "./worker.server.ts";

type NewPicture = {
  original: Uint8Array;
  fileName: string;
  shape: PictureShape;
  focus: FocusPoint;
};

export function storePicture(
  db: Db,
  by: Owner,
  { original, fileName, shape, focus }: NewPicture,
  now = new Date(),
): Promise<string> {
  const hash = createHash("sha256").update(original).digest("hex");
  return db.transaction((tx) =>
    begin(tx, by, { fileName, shape, focus, original, hash }, "uploaded", now),
  );
}

/** Null leaves a value as it is. */
type OtherCrop = { focus: FocusPoint | null; shape: PictureShape | null };

/** A new picture, so that documents that use the old crop keep it. */
export function cropPicture(
  db: Db,
  by: Owner,
  id: string,
  other: OtherCrop,
  now = new Date(),
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const [source] = await tx
      .select({
        fileName: pictures.fileName,
        shape: pictures.shape,
        focus: { x: pictures.focusX, y: pictures.focusY },
        hash: sql<string>`encode(sha256(${pictures.original}), 'hex')`,
      })
      .from(pictures)
      .where(eq(pictures.id, id));
    if (!source) return null;
    const shape = other.shape ?? source.shape;
    const focus = other.focus ?? source.focus;
    const original = sql<Uint8Array>`(select original from pictures where id = ${id}::uuid)`;
    return begin(tx, by, { ...source, shape, focus, original }, "cropped", now);
  });
}

type BegunPicture = Omit<NewPicture, "original"> & {
  original: NewPicture["original"] | SQL<Uint8Array>;
  /** Of the original. */
  hash: string;
};

async function begin(
  tx: Db,
  by: Owner,
  { hash, focus, ...picture }: BegunPicture,
  action: "uploaded" | "cropped",
  now: Date,
): Promise<string> {
  const { x: focusX, y: focusY } = focus;
  // The same photograph and crop give the same id, so that a form sent twice makes one picture.
  const id = recordId("picture", hash, [picture.shape, focusX, focusY]);
  const [added] = await tx
    .insert(pictures)
    .values({ ...picture, id, focusX, focusY, createdAt: now, createdBy: by.email })
    .onConflictDoNothing()
    .returning({ id: pictures.id });
  if (!added && !(await renew(tx, id, now))) return id;
  await enqueue(tx, "pictures", [{ pictureId: id }]);
  const subject = { kind: "picture", id, label: picture.fileName } as const;
  await recordActivity(tx, { actor: by.email, action, subject }, now);
  return id;
}

/** Restarts the time until deletion. Returns true if failed files are queued again. */
async function renew(tx: Db, id: string, now: Date): Promise<boolean> {
  await tx.update(pictures).set({ createdAt: now }).where(eq(pictures.id, id));
  const again = await tx
    .update(pictures)
    .set({ state: "waiting", progress: 0, error: null })
    .where(and(eq(pictures.id, id), eq(pictures.state, "failed")))
    .returning({ id: pictures.id });
  return again.length > 0;
}

/** Pictures that a page, a draft or the history names are kept. */
const unusedPicturePeriod = { days: 30 } as const satisfies Period;

export async function deleteUnusedPictures(db: Db, now: Date): Promise<void> {
  const used = sql`
    select (regexp_matches(said, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g'))[1]
    from (
      select concat(draft::text, published::text) as said from ${storedDocuments}
      union all
      select concat(before::text, after::text) from ${sitePublications}
    ) as documents`;
  await db
    .delete(pictures)
    .where(
      and(
        lt(pictures.createdAt, periodStart(unusedPicturePeriod, now)),
        sql`${pictures.id}::text not in (${used})`,
      ),
    );
}

/** Adds missing jobs: a backup holds pictures but not the job queue. */
export function requeuePictures(db: Db): Promise<void> {
  return db.transaction(async (tx) => {
    const waiting = await tx
      .select({ pictureId: pictures.id })
      .from(pictures)
      .where(eq(pictures.state, "waiting"));
    await enqueueMissing(tx, "pictures", waiting);
  });
}

const isWaiting = (id: string) => and(eq(pictures.id, id), eq(pictures.state, "waiting"));

const { original, shape, focusX: x, focusY: y } = pictures;
const task = { original, shape, focus: { x, y } };

/** Files from an interrupted try are not made again. Throws to be tried again. */
export async function renderPicture(db: Db, pictureId: string): Promise<void> {
  const [picture] = await db.select(task).from(pictures).where(isWaiting(pictureId));
  if (!picture) return;
  const stored = await db
    .select({ width: pictureFiles.width, format: pictureFiles.format })
    .from(pictureFiles)
    .where(eq(pictureFiles.pictureId, pictureId));
  const existing = stored.map(({ width, format }) => `${width}.${format}`);
  await runPictureTask({ kind: "render", ...picture, existing }, (answer) =>
    storeAnswer(db, pictureId, answer),
  );
  await db.update(pictures).set({ state: "ready", progress: 100 }).where(isWaiting(pictureId));
}

/** Null for a picture that is not ready, or was deleted. */
export async function renderForEmail(db: Db, pictureId: string) {
  const [picture] = await db
    .select(task)
    .from(pictures)
    .where(and(eq(pictures.id, pictureId), eq(pictures.state, "ready")));
  if (!picture) return null;
  const made = { width: 0, height: 0, bytes: new Uint8Array() as Uint8Array };
  await runPictureTask({ kind: "email", ...picture }, (answer) => {
    if (answer.kind === "size") Object.assign(made, answer.size);
    if (answer.kind === "file") made.bytes = answer.bytes;
  });
  return made;
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
  await db.update(pictures).set({ state: "failed", error }).where(isWaiting(pictureId));
}
