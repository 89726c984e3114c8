import type { Db } from "#app/server/database/db.server.ts";
import { emails, subscriberEvents, subscribers } from "#app/server/database/tables.server.ts";

export const ada = {
  email: "Ada@Reader.example",
  firstName: "Ada",
  lastName: "Reader",
  consent: "",
};
export const footer = { form: "footer", ip: "192.0.2.1", userAgent: "test" };
export const withoutMailchimp = { NEWSLETTER_DOUBLE_OPT_IN: "no" } as const;
export const withDoubleOptIn = { NEWSLETTER_DOUBLE_OPT_IN: "yes" } as const;
export const withMailchimp = {
  NEWSLETTER_DOUBLE_OPT_IN: "no",
  MAILCHIMP_API_KEY: "key-us1",
} as const;

export const subscriberRow = async (db: Db) => (await db.select().from(subscribers))[0]!;

export async function storedEventKinds(db: Db) {
  const events = await db.select().from(subscriberEvents).orderBy(subscriberEvents.id);
  return events.map(({ kind }) => kind);
}

export async function emailKinds(db: Db) {
  const queued = await db.select().from(emails).orderBy(emails.createdAt);
  return queued.map(({ kind }) => kind);
}
