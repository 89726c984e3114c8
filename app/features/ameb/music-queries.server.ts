import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { tokenPattern } from "#app/features/diary/entries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { amebBookings, isListedBooking, sheetMusic } from "#app/server/database/tables.server.ts";
import { isUuid } from "#app/values/text.ts";
import { apiFailure } from "#app/server/http/api.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { log } from "#app/server/log.server.ts";
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

type Read = () => Promise<typeof sheetMusic.$inferSelect | null>;

const types = { pdf: "application/pdf", jpg: "image/jpeg" } as const;

/** `name` ends as its content says, whatever it was called. */
const endingIn = (format: keyof typeof types, name: string) =>
  `${name.replace(/\.\w{1,5}$/, "")}.${format}`;

/** For a file that came from outside: it is saved and, should a browser show it, runs nothing. */
function attachmentHeaders(name: string, type: string): Record<string, string> {
  const plain = name.replaceAll(/[^\w.() -]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (it) => `%${it.charCodeAt(0).toString(16)}`,
  );
  return {
    ...secretLinkHeaders,
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
  };
}

export async function musicResponse(read: Read): Promise<Response> {
  try {
    const file = await read();
    if (!file)
      return apiFailure(404, "not-found", "There is no such file.", { headers: secretLinkHeaders });
    const { fileName, format, bytes } = file;
    const headers = attachmentHeaders(endingIn(format, fileName), types[format]);
    return new Response(Uint8Array.from(bytes), { headers });
  } catch (error) {
    log.error({ err: error }, "sheet music not read");
    const message = "This isn't working right now. Please try again in a moment.";
    const headers = { ...secretLinkHeaders, "Retry-After": "5" };
    return apiFailure(503, "unavailable", message, { headers });
  }
}
