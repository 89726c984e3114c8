import { isNotNull } from "drizzle-orm";
import { livePiano } from "../app/content/prices.ts";
import { site } from "../app/content/site.ts";
import { makeOwner } from "../app/features/auth/setup.server.ts";
import { livePianoType } from "../app/features/quotes/rates.ts";
import { newSlug } from "../app/features/quotes/link.server.ts";
import type { Db } from "../app/server/db.server.ts";
import { amebBookings, contactMessages, emailTemplates, invoices } from "../app/server/tables.server.ts";
import { addDays, melbourneDay } from "../app/values/calendar.ts";
import { fromCents } from "../app/values/money.ts";

/** Signs in to the demo, and to nothing else. */
export const sampleOwner = { email: "owner@breath-and-key.example", password: "a quiet recital room" };

const day = 86_400_000;

/** Fills an empty database with people and events that do not exist, dated around `now`. */
export async function loadSamples(db: Db, now = new Date()): Promise<void> {
  const today = melbourneDay(now);
  const ago = (days: number) => new Date(now.getTime() - days * day);
  await makeOwner(db, sampleOwner.email, sampleOwner.password, now);
  await db.insert(invoices).values([
    {
      clientName: "Rosalind Achterberg",
      clientEmail: "rosalind@client.example",
      invoiceType: livePianoType,
      eventTitle: "Garden reception",
      eventDate: addDays(today, 60),
      eventLocation: "The Orangery, Kew",
      preparedBy: site.person,
      totalAmount: fromCents(livePiano.base),
      slug: newSlug(),
      createdAt: ago(2),
    },
    {
      clientName: "Northside Players",
      clientEmail: "producer@northside-players.example",
      invoiceType: "Spring Musical Quote",
      eventTitle: "Spring Musical",
      eventDate: addDays(today, 95),
      eventLocation: "Northside Hall",
      preparedBy: site.person,
      totalAmount: "400.00",
      slug: newSlug(),
      createdAt: ago(1),
    },
    {
      clientName: "Tomas and Wren",
      clientEmail: "wren@client.example",
      invoiceType: livePianoType,
      eventTitle: "Wedding supper",
      eventDate: addDays(today, 24),
      eventLocation: "Studley Park",
      preparedBy: site.person,
      totalAmount: fromCents(livePiano.base + livePiano.extraHour),
      slug: newSlug(),
      details: { selected_add_ons: { extraHour: true, rehearsal: false } },
      createdAt: ago(20),
      acceptedAt: ago(12),
    },
  ]);
  await db.insert(contactMessages).values([
    { name: "Aroha Singh", email: "aroha@visitor.example", message: "Hello, I have an audition in six weeks and my breath runs out before the second verse does.\n\nCould we start next week?", createdAt: ago(0.2) },
    { name: "Piet Lindqvist", email: "piet@visitor.example", message: "Do you teach adults who stopped playing at fourteen?", createdAt: ago(3), state: "answered" },
  ]);
  await db.insert(amebBookings).values({
    studentParentName: "Mei and Lucas Tan",
    contactEmail: "mei@family.example",
    examDate: addDays(today, 30),
    examTime: "10:40 am",
    examBoardGrade: "AMEB Grade 5 violin",
    teacherName: "J. Ferraro",
    serviceRequired: ["Both Exam Day & Rehearsal"],
    createdAt: ago(1),
  });
  await db.insert(emailTemplates).values({
    name: "Thank you for your enquiry",
    subject: "Your enquiry about {{event_title}}",
    body: "Dear {{client_name}},\n\nThank you for writing. I will come back to you within two working days.\n\n" + site.person,
  });
}

/** One link for each kind of quote. */
export async function listSamples(db: Db): Promise<{ type: string; slug: string }[]> {
  const rows = await db.select({ type: invoices.invoiceType, slug: invoices.slug }).from(invoices).where(isNotNull(invoices.slug)).orderBy(invoices.createdAt);
  const newest = new Map(rows.map(({ type, slug }) => [type, slug!]));
  return [...newest].map(([type, slug]) => ({ type, slug }));
}
