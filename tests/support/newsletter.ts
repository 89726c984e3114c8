import { and, eq } from "drizzle-orm";
import { deliverEmail } from "#app/features/email/delivery.server.ts";
import { sendMailings } from "#app/features/newsletter/sending.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  emails,
  mailings,
  subscriberEvents,
  subscribers,
} from "#app/server/database/tables.server.ts";
import { unfinished } from "#app/server/jobs/maintenance.server.ts";
import type { EmailTransport, OutgoingEmail } from "#app/server/outbound/outgoing-email.server.ts";
import { NOW } from "./factories.ts";

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

/** Subscribed by the form at the foot of a page; `consent` empty: without any on file. */
export async function aReader(
  db: Db,
  email: string,
  { consent = "A letter a month.", form = "footer", ...given }: GivenReader = {},
) {
  const [reader] = await db
    .insert(subscribers)
    .values({ email, state: "subscribed", createdAt: NOW, ...given })
    .returning();
  const data = { form, consent };
  if (consent)
    await db
      .insert(subscriberEvents)
      .values({ subscriberId: reader!.id, kind: "asked", at: NOW, data });
  return reader!;
}

type GivenReader = Partial<typeof subscribers.$inferInsert> & { consent?: string; form?: string };

export async function aMailing(db: Db, given: Partial<typeof mailings.$inferInsert> = {}) {
  const body = "Dear reader,\n\n# On Friday\n\nCome to [the concert](https://hall.example/friday).";
  const [mailing] = await db
    .insert(mailings)
    .values({ subject: "Spring at the piano", body, ...given })
    .returning();
  return mailing!;
}

/** Writes every email of what is due, and gives them to the transport one after the other. */
export async function sendAll(db: Db, transport: EmailTransport, now = NOW): Promise<void> {
  while ((await sendMailings(db, now)) === unfinished);
  const isQueued = and(eq(emails.kind, "newsletter"), eq(emails.state, "queued"));
  for (const { id } of await db.select().from(emails).where(isQueued).orderBy(emails.id))
    await deliverEmail(db, transport, id, () => now);
  await sendMailings(db, now);
}

export function aTransport() {
  const sent: OutgoingEmail[] = [];
  const transport: EmailTransport = {
    send(email) {
      sent.push(email);
      return Promise.resolve("sent");
    },
    close() {},
  };
  return { sent, transport };
}
