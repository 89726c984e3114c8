import { and, isNull, sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  time,
  customType,
} from "drizzle-orm/pg-core";
import {
  amebStatuses,
  enquiryKinds,
  examLevels,
  examMarkKinds,
  messageStates,
  musicFormats,
  musicStates,
  rehearsalLengths,
} from "#app/server/database/enums.ts";
import {
  bytes,
  receivedAt,
  createdAt,
  deletedAt,
  id,
  inCalendars,
  instant,
  isOneOf,
  rowId,
  spamReason,
} from "./columns.server.ts";
import { imports } from "./imports.server.ts";
import { type Day, isDay } from "#app/values/calendar.ts";
import { isTimeOfDay } from "#app/values/time-of-day.ts";

export type EventFields = {
  firstName: string;
  lastName: string;
  phone: string;
  suburb: string;
  eventDescription: string;
  pianoType: string;
  /** Missing in older rows; times are `HH:MM`. */
  eventDate?: string | null;
  startTime?: string | null;
  endTime?: string | null;
  venue?: string;
  guests?: number | null;
};

/** Other programs write any JSON: an invalid field reads as empty, a non-object as no event. */
const eventFields = customType<{ data: EventFields | null; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (event) => JSON.stringify(event),
  fromDriver: (stored) => readEventFields(parsed(stored)),
});

/** Only one of the drivers is sure to parse JSON. */
function parsed(stored: unknown): unknown {
  if (typeof stored !== "string") return stored;
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
}

export function readEventFields(stored: unknown): EventFields | null {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return null;
  const field = (name: keyof EventFields): unknown =>
    Object.hasOwn(stored, name) ? (stored as Record<string, unknown>)[name] : undefined;
  const textOf = (name: keyof EventFields) => {
    const value = field(name);
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const timeOf = (name: keyof EventFields) =>
    isTimeOfDay(textOf(name)) ? textOf(name).slice(0, 5) : null;
  const guests = textOf("guests");
  return {
    firstName: textOf("firstName"),
    lastName: textOf("lastName"),
    phone: textOf("phone"),
    suburb: textOf("suburb"),
    eventDescription: textOf("eventDescription"),
    pianoType: textOf("pianoType"),
    eventDate: isDay(textOf("eventDate")) ? textOf("eventDate") : null,
    startTime: timeOf("startTime"),
    endTime: timeOf("endTime"),
    venue: textOf("venue"),
    guests: /^\d{1,6}$/.test(guests) && Number(guests) > 0 ? Number(guests) : null,
  };
}

export const contactMessages = pgTable(
  "contact_messages",
  {
    id: id(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    message: text("message").notNull(),
    createdAt: createdAt(),
    receivedAt: receivedAt(),
    state: text("state", { enum: messageStates }).notNull().default("new"),
    event: eventFields("event"),
    spamReason: spamReason(),
  },
  (table) => [
    index("contact_messages_suspected")
      .on(table.createdAt, table.id)
      .where(sql`suspicion is not null`),
    index("contact_messages_newest")
      .on(table.createdAt, table.id)
      .where(sql`suspicion is null`),
    index("contact_messages_by_state")
      .on(table.state)
      .where(sql`suspicion is null`),
    index("contact_messages_by_name")
      .on(sql`lower("name")`, table.id)
      .where(sql`suspicion is null`),
    index("contact_messages_of_client").on(sql`lower("email")`),
    check("contact_messages_times_known", inCalendars(table.createdAt)),
    check("contact_messages_state_known", isOneOf(table.state, messageStates)),
  ],
);

export const isGenuineMessage = isNull(contactMessages.spamReason);

// isListedBooking without the table's name, as indexes need it.
const listed = sql`deleted_at is null and suspicion is null`;

const randomToken = sql`left(translate(encode(sha256(
  (gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'base64'), '+/', '-_'), 22)`;

/** A board's weeks of exams. */
export const examSessions = pgTable(
  "exam_sessions",
  {
    id: id(),
    name: text("name").notNull(),
    firstDay: date("first_day", { mode: "string" }).$type<Day>().notNull(),
    /** Inclusive. */
    lastDay: date("last_day", { mode: "string" }).$type<Day>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    check("exam_sessions_in_order", sql`${table.firstDay} <= ${table.lastDay}`),
    check("exam_sessions_days_known", inCalendars(table.firstDay, table.lastDay)),
  ],
);

export const venues = pgTable("venues", {
  id: id(),
  name: text("name").notNull(),
  address: text("address").notNull().default(""),
  createdAt: createdAt(),
});

/** Where the owner has typed the minutes between two venues; the lesser id is first. */
export const venueTravel = pgTable(
  "venue_travel",
  {
    venueId: rowId("venue_id")
      .notNull()
      .references(() => venues.id, { onDelete: "cascade" }),
    otherId: rowId("other_id")
      .notNull()
      .references(() => venues.id, { onDelete: "cascade" }),
    minutes: integer("minutes").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.venueId, table.otherId] }),
    index("venue_travel_by_other").on(table.otherId),
    check("venue_travel_once", sql`${table.venueId} < ${table.otherId}`),
    check("venue_travel_known", sql`${table.minutes} between 0 and 480`),
  ],
);

export const amebBookings = pgTable(
  "ameb_bookings",
  {
    id: id(),
    studentParentName: text("student_parent_name").notNull(),
    contactEmail: text("contact_email").notNull(),
    /** Null until the board announces it. */
    examDate: date("exam_date", { mode: "string" }),
    /** As the family wrote it; null until announced. */
    examTime: text("exam_time"),
    examBoardGrade: text("exam_board_grade").notNull(),
    teacherName: text("teacher_name"),
    serviceRequired: text("service_required").array().notNull(),
    rehearsalMinutes: integer("rehearsal_minutes"),
    rehearsalDate: date("rehearsal_date", { mode: "string" }),
    rehearsalTime: time("rehearsal_time"),
    /** Who sits the exam, if not the writer. */
    candidateName: text("candidate_name"),
    instrument: text("instrument"),
    /** Of the candidate; level 3 is the board's diplomas. */
    level: integer("level"),
    sessionId: rowId("session_id").references(() => examSessions.id, { onDelete: "set null" }),
    venueId: rowId("venue_id").references(() => venues.id, { onDelete: "set null" }),
    /** Where it is none of the {@link venues}. */
    examVenue: text("exam_venue"),
    /** In minutes; null: the usual. */
    examMinutes: integer("exam_minutes"),
    music: text("music", { enum: musicStates }).notNull().default("missing"),
    /** Of the family's page. A default, as other programs insert rows: 132 random bits. */
    pageToken: text("page_token").notNull().unique().default(randomToken),
    /** Each way, in minutes; null: the usual. */
    travelMinutes: integer("travel_minutes"),
    works: text("works"),
    notes: text("notes"),
    status: text("status", { enum: amebStatuses }).notNull().default("pending"),
    createdAt: createdAt(),
    receivedAt: receivedAt(),
    spamReason: spamReason(),
    deletedAt: deletedAt(),
    /** For stale tabs and subscribed calendars. */
    version: integer("version").notNull().default(1),
    updatedAt: instant("updated_at"),
  },
  (table) => [
    index("ameb_bookings_newest").on(table.createdAt, table.id).where(listed),
    index("ameb_bookings_by_status").on(table.status).where(listed),
    index("ameb_bookings_pending")
      .on(table.createdAt, table.id, table.receivedAt)
      .where(sql`status = 'pending' and ${listed}`),
    index("ameb_bookings_by_exam").on(table.examDate, table.id).where(listed),
    index("ameb_bookings_by_exam_backwards")
      .on(table.examDate.desc(), table.id.desc().nullsFirst())
      .where(listed),
    index("ameb_bookings_by_name")
      .on(sql`lower("student_parent_name")`, table.id)
      .where(listed),
    index("ameb_bookings_of_session").on(table.sessionId),
    index("ameb_bookings_of_venue").on(table.venueId),
    index("ameb_bookings_of_client").on(sql`lower("contact_email")`),
    index("ameb_bookings_deleted")
      .on(table.deletedAt)
      .where(sql`deleted_at is not null`),
    index("ameb_bookings_suspected")
      .on(table.createdAt, table.id)
      .where(sql`suspicion is not null`),
    check("ameb_bookings_travel_known", sql`${table.travelMinutes} between 0 and 480`),
    check("ameb_bookings_length_known", sql`${table.examMinutes} between 5 and 240`),
    check("ameb_bookings_level_known", isOneOf(table.level, examLevels)),
    check("ameb_bookings_music_known", isOneOf(table.music, musicStates)),
    check("ameb_bookings_rehearsal_known", isOneOf(table.rehearsalMinutes, rehearsalLengths)),
    check(
      "ameb_bookings_times_known",
      inCalendars(table.createdAt, table.examDate, table.rehearsalDate),
    ),
    check("ameb_bookings_status_known", isOneOf(table.status, amebStatuses)),
  ],
);

/** Written out as in its index. */
export const isPendingBooking = sql`${amebBookings.status} = 'pending'`;

export const isListedBooking = and(isNull(amebBookings.deletedAt), isNull(amebBookings.spamReason));

export const submissions = pgTable(
  "submissions",
  {
    id: text("id").primaryKey(),
    contentHash: text("content_hash").notNull(),
    at: instant("at").notNull(),
    /** A keyed hash, to find a person's submissions for erasure. */
    emailHash: text("who"),
  },
  (table) => [index("submissions_at").on(table.at)],
);

// Used by the previous version, which may still run beside this one.
export const formCounters = pgTable(
  "form_counters",
  {
    id: text("id").primaryKey(),
    began: instant("began").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [index("form_counters_began").on(table.began)],
);

export const rateLimitBuckets = pgTable("allowances", {
  id: text("id").primaryKey(),
  fullAt: instant("spent_until").notNull(),
});

/** For the next summary to the owner: too many came to announce each. */
export const unannouncedEnquiries = pgTable(
  "unannounced_enquiries",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text("kind", { enum: enquiryKinds }).notNull(),
    at: instant("at").notNull(),
  },
  (table) => [check("unannounced_enquiries_kind_known", isOneOf(table.kind, enquiryKinds))],
);

/** The owner's notes. Who is a client follows from enquiries, bookings and quotes, or is imported. */
export const clientNotes = pgTable(
  "client_notes",
  {
    /** In lower case. */
    email: text("email").primaryKey(),
    /** Set by an import: the person is a client even without other records. */
    name: text("name"),
    importId: rowId("import_id").references(() => imports.id),
    phone: text("phone"),
    notes: text("notes"),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("client_notes_of_import").on(table.importId),
    index("client_notes_by_name")
      .on(sql`lower("name")`)
      .where(sql`name is not null`),
  ],
);

/** What a family has uploaded, made anew from it; deleted 30 days after the exam. */
export const sheetMusic = pgTable(
  "sheet_music",
  {
    id: id(),
    bookingId: rowId("booking_id")
      .notNull()
      .references(() => amebBookings.id, { onDelete: "cascade" }),
    fileName: text("file_name").notNull(),
    format: text("format", { enum: musicFormats }).notNull(),
    pages: integer("pages").notNull(),
    bytes: bytes("bytes").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("sheet_music_of_booking").on(table.bookingId, table.createdAt),
    check("sheet_music_format_known", isOneOf(table.format, musicFormats)),
    check("sheet_music_pages_known", sql`${table.pages} between 1 and 60`),
  ],
);

/** What the owner has pressed on the day; once for each exam and kind. */
export const examMarks = pgTable(
  "exam_marks",
  {
    bookingId: rowId("booking_id")
      .notNull()
      .references(() => amebBookings.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: examMarkKinds }).notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bookingId, table.kind] }),
    check("exam_marks_kind_known", isOneOf(table.kind, examMarkKinds)),
  ],
);
