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

/** What visitors can book. A service that was booked is not deleted, it is no longer active. */
export const services = pgTable(
  "services",
  {
    id: id(),
    category: text("category", { enum: serviceCategories }).notNull(),
    /** Names it in its page's path, once in each category. */
    slug: text("slug").notNull(),
    name: text("name").notNull(),
    minutes: integer("minutes").notNull(),
    /** In cents; null: what the price list says for its category and minutes. */
    price: integer("price"),
    place: text("place", { enum: servicePlaces }).notNull().default("studio"),
    /** The studio's address or the link of an online session. */
    placeDetails: text("place_details").notNull().default(""),
    /** Minutes that are kept free around a session. */
    bufferBefore: integer("buffer_before").notNull().default(0),
    bufferAfter: integer("buffer_after").notNull().default(15),
    /** Minutes from one time that is offered to the next. */
    step: integer("step").notNull().default(15),
    /** Hours before a session until which it can be booked. */
    notice: integer("notice").notNull().default(24),
    daysAhead: integer("days_ahead").notNull().default(60),
    /** Sessions of it on one day; null for any number. */
    mostPerDay: integer("most_per_day"),
    /** Hours before a session until which its client can move or cancel it online. */
    changeNotice: integer("change_notice").notNull().default(48),
    /** Confirmed by the owner rather than at once. */
    onRequest: boolean("on_request").notNull().default(false),
    active: boolean("active").notNull().default(true),
    /** Its place among the services of its category. */
    position: integer("position").notNull().default(0),
    /** Counts changes, so that a tab with an older version cannot overwrite a newer one. */
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

/**
 * A week of hours: for all services or one, always or within some days. For a day the most particular week
 * that holds it counts alone: one with days before one without, then one service's before all services'.
 */
export const openingHours = pgTable(
  "opening_hours",
  {
    id: id(),
    /** Null for all services. */
    serviceId: rowId("service_id").references(() => services.id, { onDelete: "cascade" }),
    /** The first and last Melbourne day it counts on; null for no limit. */
    fromDay: date("from_day", { mode: "string" }).$type<Day>(),
    untilDay: date("until_day", { mode: "string" }).$type<Day>(),
    /** Of Monday to Sunday the times from which to which it is open, `[["09:00", "12:30"]]` each. */
    week: jsonb("week").$type<unknown>().notNull(),
    /** As the product brought it: the owner has not looked at it yet. */
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

/** Single days with hours of their own, for all services; without any the day is closed. */
export const dayHours = pgTable(
  "day_hours",
  {
    day: date("day", { mode: "string" }).$type<Day>().primaryKey(),
    /** As the days of a week of hours. */
    hours: jsonb("hours").$type<unknown>().notNull(),
    note: text("note").notNull().default(""),
    updatedAt: instant("updated_at"),
  },
  (table) => [check("day_hours_day_known", inCalendars(table.day))],
);

/** School terms as the owner types them, to the end of which lessons repeat. */
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

/** Who is to be told when a session can begin in a week that had no time; until then nobody proved the address. */
export const waitingList = pgTable(
  "waiting_list",
  {
    id: id(),
    email: text("email").notNull(),
    serviceId: rowId("service_id")
      .notNull()
      .references(() => services.id, { onDelete: "cascade" }),
    /** In which the hours and days are meant, and told. */
    zone: text("zone").notNull(),
    /** English names, `Monday`. */
    weekdays: text("weekdays").array().notNull(),
    timeOfDay: text("time_of_day", { enum: timesOfDay }).notNull(),
    fromDay: date("from_day", { mode: "string" }).$type<Day>().notNull(),
    untilDay: date("until_day", { mode: "string" }).$type<Day>().notNull(),
    /** The times that fit and are free, as far as they were told or were there to see before. */
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

/** The owner's other calendars, behind secret addresses. */
export const calendarSources = pgTable("calendar_sources", {
  id: id(),
  name: text("name").notNull(),
  url: text("url").notNull(),
  etag: text("etag"),
  lastModified: text("last_modified"),
  /** The last calendar that could be read, packed. */
  body: bytes("body"),
  /** When it was last asked for, whatever came of it. */
  checkedAt: instant("checked_at"),
  /** When it last answered well. */
  succeededAt: instant("succeeded_at"),
  /** When it began to fail; null while it works. */
  failingSince: instant("failing_since"),
  /** What is wrong, in words for the owner. */
  error: text("error"),
  /** Until which day its events are in the busy times. */
  expandedUntil: date("expanded_until", { mode: "string" }).$type<Day>(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** When the owner's other calendars say that she is busy. */
export const busyTimes = pgTable(
  "busy_times",
  {
    id: id(),
    sourceId: rowId("source_id")
      .notNull()
      .references(() => calendarSources.id, { onDelete: "cascade" }),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    /** What the other calendar calls it, for the owner's diary only. */
    summary: text("summary").notNull().default(""),
  },
  (table) => [
    index("busy_times_of_source").on(table.sourceId),
    index("busy_times_by_end").on(table.endsAt),
    check("busy_times_in_order", sql`${table.startsAt} <= ${table.endsAt}`),
    check("busy_times_known", sql`isfinite(${table.startsAt}) and isfinite(${table.endsAt})`),
  ],
);
