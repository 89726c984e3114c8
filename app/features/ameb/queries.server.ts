import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  sql,
  getTableColumns,
  inArray,
} from "drizzle-orm";
import { historyOf } from "#app/features/audit/queries.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { restorableSince } from "#app/features/audit/model.ts";
import { inMonth, matches, readPage } from "#app/server/database/list.server.ts";
import {
  amebBookings,
  emails,
  examSessions,
  isListedBooking,
  sheetMusic,
  venues,
  venueTravel,
} from "#app/server/database/tables.server.ts";
import { type Day, isDay, melbourneDay } from "#app/values/calendar.ts";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import { type CsvColumns, dayCell } from "#app/values/csv.ts";
import type { FieldValues } from "#app/features/email/fields.ts";
import { examPage } from "#app/features/email/queries.server.ts";
import type { EmailRecord, DraftTemplate } from "#app/features/email/model.ts";
import { firstNameOf } from "#app/values/names.ts";
import { clockTime, isTimeOfDay } from "#app/values/time-of-day.ts";
import { content } from "#app/content/content.ts";
import {
  type AmebBooking,
  amebStatusLabels,
  amebServices,
  cutOff,
  includesRehearsal,
  musicLabels,
} from "./model.ts";
import { type ExamPlaces, type ExamSession } from "./places.ts";
import { musicDaysLate, type MusicFile } from "./family.ts";
import { tokenPattern } from "#app/features/diary/entries.server.ts";
import { isUuid } from "#app/values/text.ts";
import { secretFile } from "#app/server/http/secret-link.server.ts";

/** To begin an email from, while the sheet music is late; the owner types the fee. */
function lateMusicTemplates(
  booking: AmebBooking,
  received: Day | null,
  today: Day,
): DraftTemplate[] {
  const isMissing = booking.music === "missing";
  const day = received ?? (isMissing ? today : null);
  if (booking.status === "cancelled" || !day || musicDaysLate(booking, day) === 0) return [];
  const { firstName } = content().site;
  const came = received
    ? "Thank you for the sheet music. It was due on {{sheet_music_due_date}}, so I have less time to learn it"
    : "The sheet music for the exam on {{exam_date}} was due on {{sheet_music_due_date}}, and I don't have it yet";
  return [
    {
      id: "late-fee",
      name: "Late fee",
      subject: "Sheet music for {{exam_board_grade}}: a late fee",
      body: `Hi {{first_name}},

${came}. I can still play for the exam, and I'll add a late fee of A$ to the invoice for the \
extra preparation.

If that's fine, there's nothing you need to do${received ? "" : " but send me the music today"}. If not, \
please reply before I begin.

Warmly,
${firstName}`,
    },
    {
      id: "cannot-accompany",
      name: "Can't accompany",
      subject: "I can't play for {{exam_board_grade}} on {{exam_date}}",
      body: `Hi {{first_name}},

I'm sorry: ${came.charAt(0).toLowerCase()}${came.slice(1)}, and there isn't enough time left to prepare \
it well. So I can't play for this exam, and you'll need another accompanist.

Your teacher may know someone. Please reply if there's anything I can help with.

Warmly,
${firstName}`,
    },
  ];
}

export async function readExamPlaces(db: Db): Promise<ExamPlaces> {
  return {
    sessions: await db.select().from(examSessions).orderBy(desc(examSessions.firstDay)),
    venues: await db.select().from(venues).orderBy(asc(venues.name), asc(venues.id)),
    travel: await db.select().from(venueTravel),
  };
}

export async function sessionOf(db: Db, { sessionId }: Pick<AmebBooking, "sessionId">) {
  if (!sessionId) return null;
  const [session] = await db.select().from(examSessions).where(eq(examSessions.id, sessionId));
  return session ?? null;
}

const source = {
  table: amebBookings,
  sorts: {
    created: amebBookings.createdAt,
    exam: amebBookings.examDate,
    name: sql`lower("student_parent_name")`,
  },
  id: amebBookings.id,
};

/** Without deleted ones and those in quarantine. */
export function listBookings(db: Db, _by: Administrator, list: ListQuery) {
  const { status, month, from, to } = list.filters;
  return readPage<AmebBooking>(db, source, list, [
    isListedBooking,
    status ? eq(amebBookings.status, status as AmebBooking["status"]) : undefined,
    inMonth(amebBookings.examDate, month),
    from ? gte(amebBookings.examDate, from) : undefined,
    to ? lte(amebBookings.examDate, to) : undefined,
    matches(amebBookings, list.search),
  ]);
}

/** Includes a deleted booking while it can be restored, but none in quarantine. */
export async function getBooking(db: Db, _by: Administrator, id: string, now = new Date()) {
  const [booking] = await db
    .select()
    .from(amebBookings)
    .where(
      and(
        eq(amebBookings.id, id),
        isNull(amebBookings.spamReason),
        or(isNull(amebBookings.deletedAt), isRestorableBooking(now)),
      ),
    );
  return booking ?? null;
}

export const getBookingHistory = (db: Db, _by: Administrator, id: string) =>
  historyOf(db, "booking", id, eq(emails.amebBookingId, id));

export function listBookingsSince(db: Db, day: Day): Promise<AmebBooking[]> {
  return db
    .select()
    .from(amebBookings)
    .where(
      and(
        isListedBooking,
        ne(amebBookings.status, "cancelled"),
        or(gte(amebBookings.examDate, day), gte(amebBookings.rehearsalDate, day)),
      ),
    )
    .orderBy(asc(amebBookings.examDate), asc(amebBookings.id));
}

export const isRestorableBooking = (now: Date) => gt(amebBookings.deletedAt, restorableSince(now));

export function listDeletedBookings(db: Db, _by: Administrator, now = new Date()) {
  const all = db.select().from(amebBookings).where(isRestorableBooking(now));
  return all.orderBy(desc(amebBookings.deletedAt)).limit(200);
}

export async function getQuarantinedBooking(db: Db, _by: Administrator, id: string) {
  const [booking] = await db
    .select()
    .from(amebBookings)
    .where(and(eq(amebBookings.id, id), isNotNull(amebBookings.spamReason)));
  return booking ?? null;
}

export function listQuarantinedBookings(db: Db, _by: Administrator): Promise<AmebBooking[]> {
  return db
    .select()
    .from(amebBookings)
    .where(isNotNull(amebBookings.spamReason))
    .orderBy(desc(amebBookings.createdAt), desc(amebBookings.id))
    .limit(50);
}

export const bookingColumns: CsvColumns<AmebBooking> = {
  "Client Name": ({ studentParentName }) => studentParentName,
  Email: ({ contactEmail }) => contactEmail,
  "Exam Date": ({ examDate }) => dayCell(examDate),
  "Exam Time": ({ examTime }) => examTime,
  Venue: ({ examVenue }) => examVenue,
  "Board and Grade": ({ examBoardGrade }) => examBoardGrade,
  Teacher: ({ teacherName }) => teacherName,
  Candidate: ({ candidateName }) => candidateName,
  Instrument: ({ instrument }) => instrument,
  Works: ({ works }) => works,
  Level: ({ level }) => level,
  "Sheet Music": ({ music }) => musicLabels[music],
  Services: ({ serviceRequired }) => serviceRequired.join(", "),
  "Rehearsal Minutes": ({ rehearsalMinutes }) => rehearsalMinutes,
  "Rehearsal Date": ({ rehearsalDate }) => dayCell(rehearsalDate),
  "Rehearsal Time": ({ rehearsalTime }) => rehearsalTime?.slice(0, 5) ?? null,
  Notes: ({ notes }) => notes,
  Status: ({ status }) => amebStatusLabels[status],
  "Inquired On": ({ createdAt }) => createdAt,
};

/** Without an id, the newest booking. */
export async function getBookingEmailRecord(
  db: Db,
  _by: Administrator,
  id: string | null,
  now = new Date(),
): Promise<EmailRecord | null> {
  const [booking] = await db
    .select()
    .from(amebBookings)
    .where(and(isNull(amebBookings.deletedAt), id === null ? undefined : eq(amebBookings.id, id)))
    .orderBy(desc(amebBookings.createdAt))
    .limit(1);
  if (!booking) return null;
  return {
    page: examPage(booking),
    about: { kind: "ameb-bookings", id: booking.id, label: booking.studentParentName },
    recipientEmail: booking.contactEmail,
    subject: "Regarding your AMEB booking",
    record: bookingFields(booking, await sessionOf(db, booking)),
    templates: lateMusicTemplates(booking, await firstMusicDay(db, booking), melbourneDay(now)),
  };
}

async function firstMusicDay(db: Db, { id }: AmebBooking): Promise<Day | null> {
  const [first] = await db
    .select({ at: sheetMusic.createdAt })
    .from(sheetMusic)
    .where(eq(sheetMusic.bookingId, id))
    .orderBy(asc(sheetMusic.createdAt))
    .limit(1);
  return first ? melbourneDay(first.at) : null;
}

export function bookingFields(
  booking: AmebBooking,
  session: ExamSession | null,
): FieldValues<"ameb-bookings"> {
  const { examDate, serviceRequired } = booking;
  return {
    first_name: firstNameOf(booking.studentParentName),
    client_name: booking.studentParentName,
    student_parent_name: booking.studentParentName,
    contact_email: booking.contactEmail,
    candidate_name: booking.candidateName,
    exam_board_grade: booking.examBoardGrade,
    exam_date: examDate,
    exam_time: timeText(booking.examTime),
    exam_venue: booking.examVenue,
    instrument: booking.instrument,
    session_date: session?.firstDay ?? null,
    sheet_music_due_date: examDate && isDay(examDate) ? cutOff(examDate, booking.level) : null,
    services: servicesInWords(serviceRequired, booking.rehearsalMinutes),
    service_required: serviceRequired,
    works: booking.works,
    rehearsal_date: booking.rehearsalDate,
    rehearsal_time: timeText(booking.rehearsalTime),
    rehearsal_minutes: booking.rehearsalMinutes,
    teacher_name: booking.teacherName,
    status: booking.status,
    created_at: booking.createdAt,
    id: booking.id,
  };
}

const timeText = (time: string | null) => (time && isTimeOfDay(time) ? clockTime(time) : time);

/** `exam-day accompanying and a 30-minute rehearsal`; services of other programs as they are. */
function servicesInWords(chosen: readonly string[], minutes: number | null): string {
  if (!chosen.every((service) => (amebServices as readonly string[]).includes(service)))
    return chosen.join(", ");
  const rehearsal = minutes ? `a ${minutes}-minute rehearsal` : "a rehearsal";
  const parts = [
    ...(chosen.some((service) => service !== amebServices[1]) ? ["exam-day accompanying"] : []),
    ...(includesRehearsal(chosen) ? [rehearsal] : []),
  ];
  return parts.join(" and ");
}

const { bytes: _bytes, bookingId: _bookingId, ...shown } = getTableColumns(sheetMusic);

const inOrder = [asc(sheetMusic.createdAt), asc(sheetMusic.id)];

export function listMusic(db: Db, bookingId: string): Promise<MusicFile[]> {
  const ofBooking = eq(sheetMusic.bookingId, bookingId);
  const all = db.select(shown).from(sheetMusic).where(ofBooking);
  return all.orderBy(...inOrder);
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

/** The file came from outside: it is saved and, should a browser show it, runs nothing. */
export const musicResponse = (read: Read) =>
  secretFile("There is no such file.", async () => {
    const file = await read();
    if (!file) return null;
    const type = types[file.format];
    const called = endingIn(file.format, file.fileName);
    const name = called.replaceAll(/[^\w.() -]/g, "_");
    const encoded = encodeURIComponent(called).replaceAll(
      /['()*]/g,
      (it) => `%${it.charCodeAt(0).toString(16)}`,
    );
    const headers = {
      "Content-Disposition": `attachment; filename="${name}"; filename*=UTF-8''${encoded}`,
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
    };
    return { name, type, content: Uint8Array.from(file.bytes), headers };
  });
