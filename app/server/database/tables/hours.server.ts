import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import { serviceCategories, servicePlaces, timesOfDay } from "#app/server/database/enums.ts";
import type { Day } from "#app/values/calendar.ts";
import { bytes, createdAt, id, inCalendars, instant, isOneOf, rowId } from "./columns.server.ts";
import { usualChangeNotice } from "#app/values/terms.ts";

/** A service that was booked is not deleted, but set inactive. */
export const services = pgTable(
  "services",
  {
    id: id(),
    category: text("category", { enum: serviceCategories }).notNull(),
    slug: text("slug").notNull(),
    name: text("name").notNull(),
    minutes: integer("minutes").notNull(),
    /** In cents; null: the price list's for its category and minutes. */
    price: integer("price"),
    place: text("place", { enum: servicePlaces }).notNull().default("studio"),
    placeDetails: text("place_details").notNull().default(""),
    /** Minutes kept free around a session. */
    bufferBefore: integer("buffer_before").notNull().default(0),
    bufferAfter: integer("buffer_after").notNull().default(15),
    /** Minutes between offered times. */
    step: integer("step").notNull().default(15),
    /** Hours before a session until which it can be booked. */
    notice: integer("notice").notNull().default(24),
    daysAhead: integer("days_ahead").notNull().default(60),
    mostPerDay: integer("most_per_day"),
    /** Hours before a session until which its client can move or cancel it online. */
    changeNotice: integer("change_notice").notNull().default(usualChangeNotice),
    onRequest: boolean("on_request").notNull().default(false),
    active: boolean("active").notNull().default(true),
    position: integer("position").notNull().default(0),
    version: integer("version").notNull().default(1),
    updatedAt: instant("updated_at"),
  },
  (table) => [
    unique("services_path").on(table.category, table.slug),
    check("services_category_known", isOneOf(table.category, serviceCategories)),
    check("services_place_known", isOneOf(table.place, servicePlaces)),
    check("services_minutes_possible", sql`${table.minutes} between 5 and 480`),
    check("services_price_possible", sql`${table.price} between 0 and 9999999`),
    check(
      "services_buffers_possible",
      sql`${table.bufferBefore} between 0 and 240 and ${table.bufferAfter} between 0 and 240`,
    ),
    check("services_step_possible", sql`${table.step} between 5 and 240`),
    check(
      "services_notice_possible",
      sql`${table.notice} between 0 and 8760 and ${table.changeNotice} between 0 and 8760`,
    ),
    check("services_days_ahead_possible", sql`${table.daysAhead} between 1 and 365`),
    check("services_most_per_day_possible", sql`${table.mostPerDay} between 1 and 100`),
  ],
);

/** The most specific week counts alone: dated before undated, then one service before all. */
export const openingHours = pgTable(
  "opening_hours",
  {
    id: id(),
    /** Null: all services. */
    serviceId: rowId("service_id").references(() => services.id, { onDelete: "cascade" }),
    /** First and last Melbourne day; null: no limit. */
    fromDay: date("from_day", { mode: "string" }).$type<Day>(),
    untilDay: date("until_day", { mode: "string" }).$type<Day>(),
    /** Opening times of Monday to Sunday, `[["09:00", "12:30"]]` each. */
    week: jsonb("week").$type<unknown>().notNull(),
    /** The product's default, which the owner has not looked at yet. */
    sample: boolean("sample").notNull().default(false),
    version: integer("version").notNull().default(1),
    updatedAt: instant("updated_at"),
  },
  (table) => [
    index("opening_hours_of_service").on(table.serviceId),
    check("opening_hours_days_in_order", sql`${table.fromDay} <= ${table.untilDay}`),
    check("opening_hours_days_known", inCalendars(table.fromDay, table.untilDay)),
  ],
);

/** Single days with their own hours, for all services; without hours the day is closed. */
export const dayHours = pgTable(
  "day_hours",
  {
    day: date("day", { mode: "string" }).$type<Day>().primaryKey(),
    /** Like one day of `week`. */
    hours: jsonb("hours").$type<unknown>().notNull(),
    note: text("note").notNull().default(""),
    updatedAt: instant("updated_at"),
  },
  (table) => [check("day_hours_day_known", inCalendars(table.day))],
);

/** Typed by the owner; repeated lessons end with a term. */
export const schoolTerms = pgTable(
  "school_terms",
  {
    id: id(),
    name: text("name").notNull(),
    firstDay: date("first_day", { mode: "string" }).$type<Day>().notNull(),
    lastDay: date("last_day", { mode: "string" }).$type<Day>().notNull(),
  },
  (table) => [
    check("school_terms_days_in_order", sql`${table.firstDay} <= ${table.lastDay}`),
    check("school_terms_days_known", inCalendars(table.firstDay, table.lastDay)),
  ],
);

/** Who is told when a time becomes free. Nobody has proved the email address. */
export const waitingList = pgTable(
  "waiting_list",
  {
    id: id(),
    email: text("email").notNull(),
    serviceId: rowId("service_id")
      .notNull()
      .references(() => services.id, { onDelete: "cascade" }),
    /** Of the wanted days and hours, and of the emails. */
    zone: text("zone").notNull(),
    /** English names, such as `Monday`. */
    weekdays: text("weekdays").array().notNull(),
    timeOfDay: text("time_of_day", { enum: timesOfDay }).notNull(),
    fromDay: date("from_day", { mode: "string" }).$type<Day>().notNull(),
    untilDay: date("until_day", { mode: "string" }).$type<Day>().notNull(),
    /** Free times that fit and were already told or visible. */
    known: timestamp("known", { withTimezone: true, mode: "date" }).array().notNull(),
    /** The Melbourne day of the last email. */
    toldOn: date("told_on", { mode: "string" }).$type<Day>(),
    createdAt: createdAt(),
  },
  (table) => [
    index("waiting_list_of_service").on(table.serviceId),
    check("waiting_list_times_of_day_known", isOneOf(table.timeOfDay, timesOfDay)),
    check(
      "waiting_list_days_known",
      inCalendars(table.fromDay, table.untilDay, table.toldOn, table.createdAt),
    ),
  ],
);

/** The owner's other calendars, at secret URLs. */
export const calendarSources = pgTable("calendar_sources", {
  id: id(),
  name: text("name").notNull(),
  url: text("url").notNull(),
  etag: text("etag"),
  lastModified: text("last_modified"),
  /** The last readable calendar, compressed. */
  body: bytes("body"),
  checkedAt: instant("checked_at"),
  succeededAt: instant("succeeded_at"),
  /** Null while it works. */
  failingSince: instant("failing_since"),
  error: text("error"),
  /** Events up to this day are in the busy times. */
  expandedUntil: date("expanded_until", { mode: "string" }).$type<Day>(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const busyTimes = pgTable(
  "busy_times",
  {
    id: id(),
    sourceId: rowId("source_id")
      .notNull()
      .references(() => calendarSources.id, { onDelete: "cascade" }),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    summary: text("summary").notNull().default(""),
  },
  (table) => [
    index("busy_times_of_source").on(table.sourceId),
    index("busy_times_by_end").on(table.endsAt),
    check("busy_times_in_order", sql`${table.startsAt} <= ${table.endsAt}`),
    check("busy_times_known", sql`isfinite(${table.startsAt}) and isfinite(${table.endsAt})`),
  ],
);
