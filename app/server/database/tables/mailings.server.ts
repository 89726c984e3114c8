import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { mailingStates, newsletterSenders } from "#app/server/database/enums.ts";
import { bytes, createdAt, deletedAt, id, instant, isOneOf, rowId } from "./columns.server.ts";

/** A newsletter; the email to each reader is a row of the outbox. */
export const mailings = pgTable(
  "mailings",
  {
    id: id(),
    createdAt: createdAt(),
    version: integer("version").notNull().default(1),
    deletedAt: deletedAt(),
    state: text("state", { enum: mailingStates }).notNull().default("draft"),
    subject: text("subject").notNull().default(""),
    body: text("body").notNull().default(""),
    /** Which upload `picture` was made from; it may have been deleted since. */
    pictureId: rowId("picture_id"),
    pictureAlt: text("picture_alt").notNull().default(""),
    buttonLabel: text("button_label").notNull().default(""),
    buttonUrl: text("button_url").notNull().default(""),
    /** `all`, `form:NAME` or `tag:NAME`. */
    audience: text("audience").notNull().default("all"),
    inArchive: boolean("in_archive").notNull().default(true),
    sendsAt: instant("sends_at"),
    /** When every reader's email had been written. */
    addressedAt: instant("addressed_at"),
    settledAt: instant("settled_at"),
    slug: text("slug").unique(),
    /** As sent, with marks for what differs between readers. */
    html: text("html"),
    text: text("text"),
  },
  (table) => [
    index("mailings_newest").on(table.createdAt, table.id),
    index("mailings_unsettled")
      .on(table.sendsAt)
      .where(sql`state in ('waiting', 'sending')`),
    check("mailings_state_known", isOneOf(table.state, mailingStates)),
  ],
);

/** In the archive, newest first. */
export const isPublicMailing = and(
  eq(mailings.state, "sent"),
  eq(mailings.inArchive, true),
  isNotNull(mailings.slug),
  isNull(mailings.deletedAt),
);
export const newestMailing = desc(mailings.sendsAt);

/** A copy as JPEG, which every email app shows; it stays when the upload is deleted. */
export const mailingPictures = pgTable("mailing_pictures", {
  mailingId: rowId("mailing_id")
    .primaryKey()
    .references(() => mailings.id, { onDelete: "cascade" }),
  pictureId: rowId("picture_id").notNull(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  bytes: bytes("bytes").notNull(),
});

export const newsletterSettings = pgTable(
  "newsletter_settings",
  {
    id: integer("id").primaryKey().default(1),
    perMinute: integer("per_minute").notNull().default(60),
    /** Null: Mailchimp if its key is set. */
    sender: text("sender", { enum: newsletterSenders }),
    /** When the next email may leave. */
    nextSlot: instant("next_slot").notNull().defaultNow(),
  },
  (table) => [
    check("newsletter_settings_one_row", sql`${table.id} = 1`),
    check("newsletter_settings_pace", sql`${table.perMinute} > 0`),
    check("newsletter_settings_sender_known", isOneOf(table.sender, newsletterSenders)),
  ],
);
