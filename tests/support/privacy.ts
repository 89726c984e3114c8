import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { textsOf } from "#app/features/ameb/booking-edits.ts";
import { deleteBooking, editBooking } from "#app/features/ameb/commands.server.tsx";
import { storeContactMessage } from "#app/features/contact/commands.server.tsx";
import { deliverEmail } from "#app/features/email/delivery.server.ts";
import { receiveSubmission } from "#app/features/intake/intake.server.ts";
import { subscribe } from "#app/features/newsletter/commands.server.tsx";
import { erasePerson } from "#app/features/privacy/commands.server.ts";
import { acceptQuote } from "#app/features/quotes/acceptance.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { openEmailTransport } from "#app/server/outbound/email-transport.server.ts";
import { auditEntries, clientNotes, emails } from "#app/server/database/tables.server.ts";
import { anEntry } from "./diary.ts";
import {
  aBooking,
  anAcceptance,
  aQuote,
  genuineSubmission,
  clientInfo,
  NOW,
  owner,
} from "./factories.ts";

export const privacyDataDir = mkdtempSync(join(tmpdir(), "privacy-"));

export const adasEmail = "ada@client.example";
/** What the owner has entered on the booking's page. */
export const adasBookingEdit = {
  examVenue: "Hall of the Orangery",
  rehearsalDate: "2026-06-13",
  rehearsalTime: "16:30",
  rehearsalMinutes: "45",
  candidateName: "Lucas Achterberg",
  works: "Seitz, Concerto no. 2",
  notes: "Prefers the lower stool.",
};
export const privacySettings = { DATA_DIR: privacyDataDir };
const noMailchimp = { deleteMailchimpMember: () => Promise.resolve() };
export const eraseAda = (db: Db, address = adasEmail, now = NOW) =>
  erasePerson(db, owner, { address }, noMailchimp, now, privacySettings);
export const yearsLater = (years: number) =>
  new Date(new Date(NOW).setUTCFullYear(NOW.getUTCFullYear() + years) + 86_400_000);

/** One of each kind of record that can be kept of a person, with the email spelled differently. */
export async function createAdasRecords(db: Db) {
  rmSync(join(privacyDataDir, "mail"), { recursive: true, force: true });
  const request = new Request("http://site.example/", {
    headers: { "x-client-address": "192.0.2.7" },
  });
  const value = {
    name: "Ada Client",
    email: "Ada@Client.example",
    message: "Could you play for us?",
  };
  await receiveSubmission(
    db,
    { request, form: "contact", kind: "page", raw: {}, value },
    storeContactMessage,
    NOW,
  );
  const accepted = await aQuote(db, { slug: "accepted" });
  await acceptQuote(db, anAcceptance({ slug: "accepted" }), NOW);
  await aQuote(db, { slug: "pending", eventTitle: "Another party" });
  const booking = await aBooking(db, { contactEmail: adasEmail, studentParentName: "Ada Client" });
  const texts = { ...textsOf(booking), ...adasBookingEdit };
  await editBooking(db, owner, booking.id, { version: 1, texts, isSure: false }, NOW);
  await deleteBooking(db, owner, booking.id, NOW);
  const lesson = { clientName: "Ada Client", clientEmail: "Ada@Client.example" };
  await anEntry(db, { ...lesson, note: "My voice is low in the mornings.", token: "adas-token" });
  await subscribe(
    db,
    { email: adasEmail, firstName: "Ada", lastName: "", consent: "" },
    genuineSubmission,
    { form: "footer", ...clientInfo },
    { NEWSLETTER_DOUBLE_OPT_IN: "no" },
  );
  const given = { phone: "0412 345 678", notes: "Plays the viola." };
  await db.insert(clientNotes).values({ email: adasEmail, ...given, updatedAt: NOW });
  await db.insert(auditEntries).values({
    at: NOW,
    actor: owner.email,
    action: "wrote",
    subjectKind: "letter",
    label: `Hello to ${adasEmail}`,
  });
  for (const { id } of await db.select().from(emails))
    await deliverEmail(
      db,
      openEmailTransport({ MAIL_FROM: "us@site.example", DATA_DIR: privacyDataDir }),
      id,
    );
  return accepted;
}

/** Every row of ours and every job, as text; what the queue notes about itself changes with the time. */
export async function wholeDatabase(db: Db): Promise<string> {
  const { rows } = (await db.execute(
    sql`select schemaname, tablename from pg_tables
      where schemaname = 'public' or (schemaname, tablename) = ('pgboss', 'job')`,
  )) as unknown as { rows: { schemaname: string; tablename: string }[] };
  const parts = [];
  for (const { schemaname, tablename } of rows)
    parts.push(
      await db.execute(
        sql`select ${tablename} as name, t::text from ${sql.identifier(schemaname)}.${sql.identifier(tablename)} t`,
      ),
    );
  return JSON.stringify(parts.map((part) => (part as unknown as { rows: unknown }).rows));
}
