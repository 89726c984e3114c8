import { sql } from "drizzle-orm";
import { bigint, check, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import {
  mailchimpStates,
  subscriberEventKinds,
  subscriberStates,
} from "#app/server/database/enums.ts";
import { createdAt, id, instant, isOneOf, rowId, spamReason } from "./columns.server.ts";

export const subscribers = pgTable(
  "subscribers",
  {
    id: id(),
    /** In lower case. */
    email: text("email").notNull().unique(),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    state: text("state", { enum: subscriberStates }).notNull(),
    spamReason: spamReason(),
    createdAt: createdAt(),
    mailchimp: text("mailchimp", { enum: mailchimpStates }).notNull().default("none"),
    mailchimpError: text("mailchimp_error"),
  },
  (table) => [
    index("subscribers_newest")
      .on(table.createdAt, table.id)
      .where(sql`suspicion is null`),
    index("subscribers_by_state")
      .on(table.state)
      .where(sql`suspicion is null`),
    check("subscribers_state_known", isOneOf(table.state, subscriberStates)),
    check("subscribers_mailchimp_known", isOneOf(table.mailchimp, mailchimpStates)),
  ],
);

/** The record of consent; rows are only added. */
export const subscriberEvents = pgTable(
  "subscriber_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    subscriberId: rowId("subscriber_id")
      .notNull()
      .references(() => subscribers.id),
    kind: text("kind", { enum: subscriberEventKinds }).notNull(),
    at: instant("at").notNull().defaultNow(),
    /** Form, text of the consent, client IP and browser. */
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index("subscriber_events_of_subscriber").on(table.subscriberId, table.id)],
);
