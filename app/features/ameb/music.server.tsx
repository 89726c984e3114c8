import { href, redirect } from "react-router";
import { and, eq, inArray, lt, or, sql } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { tokenPattern } from "#app/features/diary/entries.server.ts";
import { Text } from "#app/features/email/email-parts.tsx";
import type { Db } from "#app/server/database/db.server.ts";
import { consume } from "#app/server/database/rate-limit.server.ts";
import { amebBookings, sheetMusic } from "#app/server/database/tables.server.ts";
import { isDay, melbourneDay } from "#app/values/calendar.ts";
import { periodStart } from "#app/values/period.ts";
import { sheetMusicKept } from "#app/values/terms.ts";
import { isUuid, cleanText, cutCharacters, oneLine } from "#app/values/text.ts";
import { countOf } from "#app/values/wording.ts";
import { textsOf } from "./booking-edits.ts";
import { writeEdit } from "./commands.server.tsx";
import { changesOfFamily, findFamilyExam, ofToken, tellOwnerOfChange } from "./family.server.tsx";
import { type AmebBooking, bookingLabel } from "./model.ts";
import { type MusicRefusal, musicDaysLate, type NewMusic, musicLimits } from "./family.ts";
import { listMusic, readExamPlaces } from "./queries.server.ts";
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { PictureRefusal } from "#app/features/site-pictures/model.ts";
import { judgeFile } from "#app/features/site-pictures/upload.server.ts";
import { preparePage } from "#app/features/site-pictures/worker-process.server.ts";
import { log } from "#app/server/log.server.ts";
import {
  isDiskFull,
  openTemporaryFile,
  type ReceivedFile,
  receiveFiles,
} from "#app/server/http/file-upload.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { cleanPdf } from "#app/server/pdf/uploads.server.ts";

const fileOf = (bookingId: string, id: string) =>
  and(eq(sheetMusic.id, id), eq(sheetMusic.bookingId, bookingId));

const isClosed = ({ status, examDate }: AmebBooking, now: Date) =>
  status === "cancelled" || (examDate !== null && isDay(examDate) && examDate < melbourneDay(now));

async function lockBooking(tx: Db, token: string): Promise<AmebBooking | null> {
  if (!tokenPattern.test(token)) return null;
  const [booking] = await tx.select().from(amebBookings).where(ofToken(token)).for("update");
  return booking ?? null;
}

type Stored = { ok: true } | { ok: false; reason: "not-found" | MusicRefusal };

export function storeMusic(
  db: Db,
  token: string,
  files: readonly NewMusic[],
  now = new Date(),
): Promise<Stored> {
  return db.transaction(async (tx): Promise<Stored> => {
    const booking = await lockBooking(tx, token);
    if (!booking) return { ok: false, reason: "not-found" };
    if (isClosed(booking, now)) return { ok: false, reason: "closed" };
    const stored = await listMusic(tx, booking.id);
    const added = files.filter(({ id }) => !stored.some((file) => file.id === id));
    if (added.length === 0) return { ok: true };
    const all = [...stored, ...added];
    if (all.length > musicLimits.files) return { ok: false, reason: "too-many" };
    if (all.reduce((sum, { pages }) => sum + pages, 0) > musicLimits.pages)
      return { ok: false, reason: "too-many-pages" };
    if ((await consume(tx, `exam page ${booking.id}`, changesOfFamily, now)) !== null)
      return { ok: false, reason: "many" };
    // A millisecond apart: they are listed in the order in which they were chosen.
    const rows = added.map((file, index) => ({
      ...file,
      bookingId: booking.id,
      createdAt: new Date(now.getTime() + index),
    }));
    await tx.insert(sheetMusic).values(rows);
    await recordMusic(tx, booking, "added music to", now);
    if (booking.music === "missing") await setMusic(tx, booking, "received", now);
    const what = addedInWords(booking, added, now);
    await tellOwnerOfChange(
      tx,
      booking,
      "Sheet music",
      what,
      <Text>{`Uploaded on the family's page: ${what}.`}</Text>,
    );
    return { ok: true };
  });
}

/** False for an unknown link; a file that is gone already is removed. */
export function removeMusic(db: Db, token: string, id: string, now = new Date()): Promise<boolean> {
  return db.transaction(async (tx) => {
    const booking = await lockBooking(tx, token);
    if (!booking || !isUuid(id)) return false;
    const removed = await tx
      .delete(sheetMusic)
      .where(fileOf(booking.id, id))
      .returning({ id: sheetMusic.id });
    if (removed.length === 0) return true;
    await recordMusic(tx, booking, "removed music from", now);
    const isLast = (await listMusic(tx, booking.id)).length === 0;
    if (isLast && booking.music === "received") await setMusic(tx, booking, "missing", now);
    return true;
  });
}

async function setMusic(tx: Db, booking: AmebBooking, music: string, now: Date): Promise<void> {
  const places = await readExamPlaces(tx);
  const texts = { ...textsOf(booking), music };
  await writeEdit(tx, "client", booking, { texts, fields: ["music"], places }, now);
}

function recordMusic(
  tx: Db,
  booking: AmebBooking,
  action: "added music to" | "removed music from",
  now: Date,
): Promise<void> {
  const subject = { kind: "booking", id: booking.id, label: bookingLabel(booking) } as const;
  return recordActivity(tx, { actor: "client", action, subject }, now);
}

function addedInWords(booking: AmebBooking, files: readonly NewMusic[], now: Date): string {
  const late = musicDaysLate(booking, melbourneDay(now));
  const pages = files.reduce((sum, file) => sum + file.pages, 0);
  const came = `${countOf(files.length, "file")}, ${countOf(pages, "page")}`;
  return `${came}${late > 0 ? `, ${countOf(late, "day")} late` : ""}`;
}

export async function deleteExpiredMusic(db: Db, now: Date): Promise<void> {
  const since = periodStart(sheetMusicKept, now);
  const cancelled = and(
    eq(amebBookings.status, "cancelled"),
    lt(sql`greatest(${amebBookings.createdAt}, ${amebBookings.updatedAt})`, since.toISOString()),
  );
  const over = db
    .select({ id: amebBookings.id })
    .from(amebBookings)
    .where(or(lt(amebBookings.examDate, melbourneDay(since)), cancelled));
  await db.delete(sheetMusic).where(inArray(sheetMusic.bookingId, over));
}

const mostAtOnce = 2;
let uploading = 0;

/** Knows the link before it reads the body. `head` is the request without its body. */
export async function receiveMusic(
  head: Request,
  body: IncomingMessage,
  { db, dataDir }: { db: Db; dataDir: string },
): Promise<Response> {
  const token = new URL(head.url).pathname.split("/")[2] ?? "";
  const exam = await findFamilyExam(db, token, new Date());
  if (!exam) return new Response(null, { status: 404, headers: secretLinkHeaders });
  if (exam.status === "cancelled" || exam.isOver) return answer(token, "closed");
  if (uploading >= mostAtOnce) return answer(token, "busy");
  uploading++;
  await using opened = new AsyncDisposableStack();
  try {
    const openFile = async () => opened.use(await openTemporaryFile(dataDir));
    const most = { fileSize: musicLimits.bytes, files: musicLimits.files };
    const { fields, files, refusal } = await receiveFiles(body, openFile, most);
    if (refusal) return answer(token, refusal);
    if (fields.get("owned") !== "on") return answer(token, "unowned");
    const made: NewMusic[] = [];
    for (const file of files) {
      const music = await makeMusic(token, file);
      if (typeof music === "string") return answer(token, music);
      made.push(music);
    }
    const stored = await storeMusic(db, token, made);
    if (stored.ok) return answer(token, null);
    return stored.reason === "not-found"
      ? new Response(null, { status: 404, headers: secretLinkHeaders })
      : answer(token, stored.reason);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    log.error({ err: error }, "sheet music not stored");
    return answer(token, "disk-full");
  } finally {
    uploading--;
  }
}

/** Back to the page: a reload must not send the files again. */
function answer(token: string, refusal: MusicRefusal | null): Response {
  const said = refusal ? `refused=${refusal}` : "received";
  const response = redirect(`${href("/exams/:token", { token })}?${said}#music`, 303);
  for (const [name, value] of Object.entries(secretLinkHeaders)) response.headers.set(name, value);
  return response;
}

/** Pictures refuse more kinds by name. */
const refusalOf = (refusal: PictureRefusal): MusicRefusal =>
  refusal === "empty" ||
  refusal === "heic" ||
  refusal === "damaged" ||
  refusal === "too-many-pixels"
    ? refusal
    : "other";

async function makeMusic(
  token: string,
  { name, file }: ReceivedFile,
): Promise<NewMusic | MusicRefusal> {
  const refusal = await judgeFile(file);
  if (refusal !== null && refusal !== "pdf") return refusalOf(refusal);
  const fileName = cutCharacters(oneLine(cleanText(name)) || "Music", musicLimits.fileName);
  const id = recordId("sheet-music", await hashOf(file), token);
  if (refusal === "pdf") {
    const made = await cleanPdf(file);
    return "refusal" in made ? made.refusal : { id, fileName, format: "pdf", ...made };
  }
  const made = await preparePage(file);
  if ("refusal" in made) return refusalOf(made.refusal);
  return { id, fileName, format: "jpg", pages: 1, bytes: made.original };
}

async function hashOf(file: FileHandle): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false }))
    hash.update(chunk as Buffer);
  return hash.digest("hex");
}
