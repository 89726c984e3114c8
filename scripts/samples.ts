import { and, isNotNull } from "drizzle-orm";
import { hourlyQuote, livePiano } from "../app/content/prices.ts";
import { site } from "../app/content/site.ts";
import { makeOwner } from "../app/features/auth/owner.server.ts";
import { quoteTemplateName } from "../app/features/quotes/email-copy.ts";
import { newSlug } from "../app/features/quotes/link.server.ts";
import type { Quote } from "../app/features/quotes/model.ts";
import { livePianoType } from "../app/features/quotes/kinds.ts";
import { breakdownTotal, ratesForDetails } from "../app/features/quotes/pricing.ts";
import { acceptanceRecord } from "../app/features/quotes/snapshot.server.ts";
import type { Db } from "../app/server/database/db.server.ts";
import {
  amebBookings,
  contactMessages,
  emailTemplates,
  invoices,
  openQuote,
  quoteEvents,
  users,
} from "../app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "../app/values/calendar.ts";
import { fromCents } from "../app/values/money.ts";

export const sampleOwner = {
  email: "owner@breath-and-key.example",
  password: "a quiet recital room",
};

const day = 86_400_000;

/** Fills an empty database with people and events that do not exist, dated around `now`. */
export async function loadSamples(db: Db, now = new Date()): Promise<void> {
  const today = melbourneDay(now);
  const ago = (days: number) => new Date(now.getTime() - days * day);
  await makeOwner(db, sampleOwner.email, sampleOwner.password, now);
  await loadQuotes(db, now);
  await db.insert(contactMessages).values([
    {
      name: "Aroha Singh",
      email: "aroha@visitor.example",
      message:
        "Hello, I have an audition in six weeks and my breath runs out before the second " +
        "verse does.\n\nCould we start next week?",
      createdAt: ago(0.2),
    },
    {
      name: "Piet Lindqvist",
      email: "piet@visitor.example",
      message: "Do you teach adults who stopped playing at fourteen?",
      createdAt: ago(3),
      state: "answered",
    },
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
    name: quoteTemplateName,
    subject: "Your quote for {{event}}",
    body:
      "Dear {{client_name}},\n\nThanks for getting in touch. Here's your quote for " +
      "{{event}}, with what's included, the price and a button to accept.\n\nWarmly,\n" +
      site.person,
  });
  await db.insert(emailTemplates).values({
    name: "Thank you for your enquiry",
    subject: "Your enquiry about {{event_title}}",
    body:
      "Dear {{client_name}},\n\nThanks for getting in touch. I'll get back to you within two working days.\n\n" +
      site.person,
  });
}

/** Unless the database has an owner already. */
export async function fillOnce(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await tx.$count(users)) === 0) await loadSamples(tx);
  });
}

/** A quote in every state; the newest of each kind is open. */
async function loadQuotes(db: Db, now: Date): Promise<void> {
  const today = melbourneDay(now);
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const piano = {
    invoiceType: livePianoType,
    preparedBy: site.person,
    totalAmount: fromCents(livePiano.base),
    details: ratesOfKind(livePianoType, fromCents(livePiano.base)),
  };
  const musical = {
    ...piano,
    invoiceType: "Spring Musical Quote",
    totalAmount: fromCents(breakdownTotal(hourlyQuote)),
    details: ratesOfKind("Spring Musical Quote", fromCents(breakdownTotal(hourlyQuote))),
  };
  const sent = (days: number, views = 1) => ({
    slug: newSlug(),
    createdAt: ago(days),
    sentAt: ago(days),
    views,
    viewedAt: views > 0 ? ago(days - 0.4) : null,
  });
  const rows = await db
    .insert(invoices)
    .values([
      {
        ...piano,
        ...sent(2, 3),
        clientName: "Rosalind Achterberg",
        clientEmail: "rosalind@client.example",
        eventTitle: "Garden reception",
        eventDate: addDays(today, 60),
        eventLocation: "The Orangery, Kew",
        validUntil: addDays(today, 21),
        notes: "The upright in the orangery is tuned that morning; I bring a lamp for the keys.",
      },
      {
        ...musical,
        ...sent(1, 0),
        clientName: "Northside Players",
        clientEmail: "producer@northside-players.example",
        eventTitle: "Spring Musical",
        eventDate: addDays(today, 95),
        eventLocation: "Northside Hall",
      },
      {
        ...piano,
        ...sent(20, 2),
        clientName: "Tomas and Wren",
        clientEmail: "wren@client.example",
        eventTitle: "Wedding supper",
        eventDate: addDays(today, 24),
        eventLocation: "Studley Park",
        totalAmount: fromCents(livePiano.base + livePiano.extraHour),
        details: { ...piano.details, selected_add_ons: { extraHour: true, rehearsal: false } },
        acceptedAt: ago(12),
      },
      {
        ...musical,
        ...sent(48),
        clientName: "Riverbend Theatre",
        clientEmail: "office@riverbend.example",
        invoiceType: "Winter Musical Quote",
        eventTitle: "Winter Musical",
        eventDate: addDays(today, 10),
        eventLocation: "Riverbend Theatre",
        acceptedAt: ago(44),
      },
      {
        ...piano,
        ...sent(40),
        clientName: "Hamish Oduya",
        clientEmail: "hamish@client.example",
        eventTitle: "Gallery opening",
        eventDate: addDays(today, 9),
        eventLocation: "Fitzroy",
        validUntil: addDays(today, -12),
      },
      {
        ...piano,
        ...sent(30, 4),
        clientName: "Delphine Ward",
        clientEmail: "delphine@client.example",
        eventTitle: "Birthday lunch",
        eventDate: addDays(today, 40),
        eventLocation: "Hawthorn",
        rejectedAt: ago(25),
        closedAs: "declined",
      },
      {
        ...piano,
        ...sent(33),
        clientName: "Ossian Club",
        clientEmail: "secretary@ossian-club.example",
        eventTitle: "Club dinner",
        eventDate: addDays(today, 30),
        rejectedAt: ago(28),
        closedAs: "withdrawn",
      },
      {
        ...piano,
        ...sent(52, 0),
        clientName: "Petra Valens",
        clientEmail: "petra@client.example",
        eventTitle: "Book launch",
        eventDate: addDays(today, -3),
        rejectedAt: ago(45),
      },
      {
        ...piano,
        createdAt: ago(0.5),
        updatedAt: ago(0.5),
        draft: true,
        clientName: "Bea Quillfeather",
        clientEmail: "bea@client.example",
        eventTitle: "Engagement party",
        eventDate: addDays(today, 75),
        eventLocation: "Toorak",
      },
    ])
    .returning();
  await db.insert(quoteEvents).values(rows.flatMap((quote) => eventsOf(quote, now)));
}

function ratesOfKind(invoiceType: string, totalAmount: string) {
  return { rates: ratesForDetails({ invoiceType, totalAmount, details: null }) };
}

function eventsOf(quote: Quote, now: Date): (typeof quoteEvents.$inferInsert)[] {
  const {
    id: invoiceId,
    clientName,
    clientEmail,
    sentAt,
    viewedAt,
    acceptedAt,
    rejectedAt,
    closedAs,
  } = quote;
  const record = acceptanceRecord(quote, { clientName, clientEmail }, acceptedAt ?? now);
  const owner = sampleOwner.email;
  return [
    ...(sentAt
      ? [
          {
            invoiceId,
            kind: "sent" as const,
            actor: owner,
            at: sentAt,
            data: { recipient: clientEmail, version: 1 },
          },
        ]
      : []),
    ...(viewedAt ? [{ invoiceId, kind: "viewed" as const, actor: "client", at: viewedAt }] : []),
    ...(acceptedAt
      ? [
          {
            invoiceId,
            kind: "accepted" as const,
            actor: "client",
            at: acceptedAt,
            data: { clientName, clientEmail, ...record },
          },
        ]
      : []),
    ...(rejectedAt && closedAs === "declined"
      ? [
          {
            invoiceId,
            kind: closedAs,
            actor: "client",
            at: rejectedAt,
            data: { reason: "We have moved the lunch to the beach." },
          },
        ]
      : []),
    ...(rejectedAt && closedAs !== "declined"
      ? [{ invoiceId, kind: closedAs ?? ("rejected" as const), actor: owner, at: rejectedAt }]
      : []),
  ];
}

/** The newest open quote of each kind. */
export async function listSamples(db: Db): Promise<{ type: string; slug: string }[]> {
  const rows = await db
    .select({ type: invoices.invoiceType, slug: invoices.slug })
    .from(invoices)
    .where(and(isNotNull(invoices.slug), openQuote))
    .orderBy(invoices.createdAt);
  const newest = new Map(rows.map(({ type, slug }) => [type, slug!]));
  return [...newest].map(([type, slug]) => ({ type, slug }));
}
