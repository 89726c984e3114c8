import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
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

/** In the order of the bookings' ids given, then as they came. `size`: in bytes. */
export async function listMusicOf(db: Db, bookingIds: readonly string[]) {
  const found = await db
    .select({
      ...shown,
      bookingId: sheetMusic.bookingId,
      size: sql<number>`octet_length(${sheetMusic.bytes})`,
    })
    .from(sheetMusic)
    .where(inArray(sheetMusic.bookingId, [...bookingIds]))
    .orderBy(...inOrder);
  return bookingIds.flatMap((id) => found.filter(({ bookingId }) => bookingId === id));
}

type Reader = { by: Administrator; bookingId: string } | { token: string };

/** Null unless the file is of that booking, or of the token's. */
export async function readMusic(db: Db, reader: Reader, id: string) {
  const given = "token" in reader ? tokenPattern.test(reader.token) : isUuid(reader.bookingId);
  if (!given || !isUuid(id)) return null;
  const isTheirs =
    "token" in reader
      ? and(eq(amebBookings.pageToken, reader.token), isListedBooking)
      : eq(amebBookings.id, reader.bookingId);
  const [found] = await db
    .select({ file: sheetMusic })
    .from(sheetMusic)
    .innerJoin(amebBookings, eq(amebBookings.id, sheetMusic.bookingId))
    .where(and(isTheirs, eq(sheetMusic.id, id)));
  return found?.file ?? null;
}
