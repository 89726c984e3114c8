import { and, asc, eq, getTableColumns, inArray } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { tokenPattern } from "#app/features/diary/entries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { amebBookings, isListedBooking, sheetMusic } from "#app/server/database/tables.server.ts";
import { isUuid } from "#app/values/text.ts";
import type { MusicFile } from "./music.ts";

const { bytes: _bytes, bookingId: _bookingId, ...shown } = getTableColumns(sheetMusic);

const inOrder = [asc(sheetMusic.createdAt), asc(sheetMusic.id)];

export function listMusic(db: Db, bookingId: string): Promise<MusicFile[]> {
  const ofBooking = eq(sheetMusic.bookingId, bookingId);
  return db
    .select(shown)
    .from(sheetMusic)
    .where(ofBooking)
    .orderBy(...inOrder);
}

/** In the order of the bookings' ids given, then as they came. */
export async function listMusicOf(db: Db, bookingIds: readonly string[]) {
  const found = await db
    .select({ ...shown, bookingId: sheetMusic.bookingId })
    .from(sheetMusic)
    .where(inArray(sheetMusic.bookingId, [...bookingIds]))
    .orderBy(...inOrder);
  return bookingIds.flatMap((id) => found.filter(({ bookingId }) => bookingId === id));
}

export async function readMusic(db: Db, _by: Administrator, bookingId: string, id: string) {
  if (!isUuid(bookingId) || !isUuid(id)) return null;
  const [file] = await db
    .select()
    .from(sheetMusic)
    .where(and(eq(sheetMusic.id, id), eq(sheetMusic.bookingId, bookingId)));
  return file ?? null;
}

/** Null unless the file is of the token's booking. */
export async function readFamilyMusic(db: Db, token: string, id: string) {
  if (!tokenPattern.test(token) || !isUuid(id)) return null;
  const [found] = await db
    .select({ file: sheetMusic })
    .from(sheetMusic)
    .innerJoin(amebBookings, eq(amebBookings.id, sheetMusic.bookingId))
    .where(and(eq(amebBookings.pageToken, token), isListedBooking, eq(sheetMusic.id, id)));
  return found?.file ?? null;
}
