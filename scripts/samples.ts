import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { makeOwner } from "../app/features/auth/owner.server.ts";
import { enquirerName, enquiryMessage } from "#app/features/contact/event-facts.ts";
import { type Db, openDatabase } from "../app/server/database/db.server.ts";
import {
  amebBookings,
  contactMessages,
  examSessions,
  venues,
  emailTemplates,
  quotes,
  openQuote,
  salesInvoices,
  users,
  emails,
} from "../app/server/database/tables.server.ts";
import type { Settings } from "../app/server/env.server.ts";
import { closeQueue, openQueue } from "../app/server/jobs/queue.server.ts";
import { addDays, melbourneDay } from "../app/values/calendar.ts";
import { queueEmails, ownerEmail } from "../app/features/email/outbox.server.ts";
import { findAccounts, isReachable } from "../app/features/invoices/queries.server.ts";
import { getBusinessDetails } from "../app/features/business/queries.server.ts";
import { nothingPaid } from "../app/features/invoices/model.ts";
import { queueInvoice } from "../app/features/invoices/emails.server.tsx";
import { quoteEmail } from "../app/features/quotes/emails.server.tsx";
import { quoteUrl } from "#app/features/quotes/queries.server.ts";
import { toPublicQuote } from "../app/features/quotes/model.ts";
import { firstNameOf } from "../app/values/names.ts";
import { quoteEmailName } from "#app/features/quotes/sending.server.ts";
import { quoteToAccept, sampleOwner, workingAgo, sampleWords } from "./sample-business.ts";
import { findSampleAppointment, loadSampleDiary } from "./sample-diary.ts";
import { planSampleReminders, loadSampleMoney } from "./sample-money.ts";
import { loadSampleQuotes } from "./sample-quotes.ts";

/** Fills an empty database with people and events that do not exist, dated around `now`. */
export async function loadSamples(db: Db, now = new Date()): Promise<void> {
  const today = melbourneDay(now);
  const ago = workingAgo(now);
  await makeOwner(db, sampleOwner.email, sampleOwner.password, now);
  await loadSampleQuotes(db, sampleOwner.email, now);
  const event = {
    firstName: "Ottoline",
    lastName: "Baptiste",
    phone: "0491 570 159",
    suburb: "Hawthorn",
    eventDescription:
      "A fiftieth birthday lunch in the garden. Something warm while people arrive, then songs " +
      "we can all sing along to after the cake.",
    pianoType: "digital-piano",
    eventDate: addDays(today, 52),
    startTime: "12:30",
    endTime: "15:30",
    venue: "The Walled Garden, Hawthorn",
    guests: 45,
  };
  await db.insert(contactMessages).values([
    {
      name: enquirerName(event),
      email: "ottoline@visitor.example",
      message: enquiryMessage(event),
      event,
      createdAt: ago(0.1),
    },
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
  const [session] = await db
    .insert(examSessions)
    .values({ name: "This season", firstDay: addDays(today, 20), lastDay: addDays(today, 62) })
    .returning();
  const [rooms] = await db
    .insert(venues)
    .values([
      { name: "Examination rooms", address: "South Bank" },
      { name: "Hawthorn Hall", address: "Burwood Road, Hawthorn" },
    ])
    .returning();
  const sessionId = session!.id;
  await db.insert(amebBookings).values([
    {
      studentParentName: "Mei Tan",
      candidateName: "Lucas Tan",
      contactEmail: "mei@family.example",
      examDate: addDays(today, 30),
      examTime: "10:40 am",
      sessionId,
      venueId: rooms!.id,
      examVenue: "Examination rooms, South Bank",
      instrument: "Violin",
      level: 2,
      examBoardGrade: "AMEB Grade 5 violin",
      teacherName: "J. Ferraro",
      works: "Concerto in A minor, first movement\nSlavonic dance",
      serviceRequired: ["Both Exam Day & Rehearsal"],
      rehearsalMinutes: 30,
      rehearsalDate: addDays(today, 23),
      rehearsalTime: "16:30",
      notes: "Lucas likes to start the dance slower than marked.",
      status: "booked",
      createdAt: ago(9),
    },
    {
      studentParentName: "Farida Noor",
      contactEmail: "farida@family.example",
      sessionId,
      examDate: null,
      examTime: null,
      examBoardGrade: "AMEB Grade 3 flute",
      serviceRequired: ["Exam Day Accompanying Only"],
      createdAt: ago(1),
    },
  ]);
  await db.insert(emailTemplates).values(sampleTemplates);
  await loadSampleMoney(db, sampleOwner.email, now);
  await loadSampleDiary(db, sampleOwner.email, now);
  await planSampleReminders(db, now);
}

/** False when the database has an owner already. */
function fillOnce(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isEmpty = (await tx.$count(users)) === 0;
    if (isEmpty) {
      await loadSamples(tx);
      await writeSampleEmails(tx);
    }
    return isEmpty;
  });
}

/** Fills the database of an installation once. `accepting`: the link of the quote that its first start accepts. */
export async function prepareSamples(settings: Settings) {
  const database = await openDatabase(settings);
  const { db } = database;
  try {
    await openQueue(database);
    const isNew = await fillOnce(db);
    return {
      quotes: await listSamples(db),
      invoice: await findSampleInvoice(db),
      appointment: await findSampleAppointment(db),
      accepting: isNew ? await acceptableSample(db) : null,
    };
  } finally {
    await closeQueue();
    await database.close();
  }
}

/** The newest open quote of each kind. */
async function listSamples(db: Db): Promise<{ type: string; slug: string }[]> {
  const rows = await db
    .select({ type: quotes.invoiceType, slug: quotes.slug })
    .from(quotes)
    .where(and(isNotNull(quotes.slug), openQuote))
    .orderBy(quotes.createdAt);
  const newest = new Map(rows.map(({ type, slug }) => [type, slug!]));
  return [...newest].map(([type, slug]) => ({ type, slug }));
}

/** The link of the quote that the demo accepts. */
async function acceptableSample(db: Db): Promise<string | null> {
  const [quote] = await db
    .select({ slug: quotes.slug })
    .from(quotes)
    .where(and(eq(quotes.clientEmail, quoteToAccept.clientEmail), openQuote));
  return quote?.slug ?? null;
}

/** The balance that a client has still to pay. */
async function findSampleInvoice(db: Db): Promise<string | null> {
  const isBalance = eq(salesInvoices.kind, "balance");
  const [newest] = await db
    .select({ slug: salesInvoices.slug })
    .from(salesInvoices)
    .where(and(isBalance, isNotNull(salesInvoices.slug), isNull(salesInvoices.voidedAt)))
    .orderBy(desc(salesInvoices.createdAt), desc(salesInvoices.number))
    .limit(1);
  return newest?.slug ?? null;
}

/** Puts among the sent emails what the samples' story says was sent; none of it goes out. */
export async function writeSampleEmails(db: Db): Promise<void> {
  const sent = async (at: Date, queue: Promise<void>) => {
    await queue;
    const told = { state: "sent", createdAt: at, settledAt: at } as const;
    await db.update(emails).set(told).where(eq(emails.state, "queued"));
  };
  for (const quote of await db.select().from(quotes).where(isNotNull(quotes.sentAt))) {
    const { id, clientName, clientEmail, eventTitle, slug, sentAt } = quote;
    const body =
      `Hi ${firstNameOf(clientName)},\n\nThank you for asking me to play. Here is my quote. ` +
      "If anything should be different, just reply.";
    const email = {
      kind: "quote",
      recipient: clientEmail,
      replyTo: ownerEmail(),
      subject: `Your quote: ${eventTitle}`,
      body: quoteEmail(toPublicQuote(quote, sentAt!), { body, link: quoteUrl(slug!) }),
      quoteId: id,
    } as const;
    await sent(sentAt!, queueEmails(db, email));
  }
  const details = await getBusinessDetails(db);
  for (const invoice of await findAccounts(db, isNotNull(salesInvoices.number)))
    if (invoice.kind !== "credit-note" && isReachable(invoice))
      await sent(invoice.issuedAt!, queueInvoice(db, { ...invoice, ...nothingPaid }, details));
}

const signature = `Warmly,\n${sampleWords.site.firstName}`;

/** One that fits every email, and some for one kind of record each. */
export const sampleTemplates = [
  {
    name: quoteEmailName,
    subject: "Your quote for {{event}}",
    body:
      "Dear {{client_name}},\n\nThanks for getting in touch. Here's your quote, with what's " +
      "included and the price. You can accept it at the link below.\n\n" +
      "{{valid_until_sentence}}If you'd like to change " +
      `anything, just reply.\n\nWarmly,\n${sampleWords.site.person}`,
  },
  {
    name: "Thank you for your enquiry",
    subject: "Thanks for your enquiry",
    body:
      "Hi {{first_name}},\n\nThanks for getting in touch. I'll get back to you within two working days.\n\n" +
      signature,
  },
  {
    name: "Exam booked",
    subject: "Booked: {{exam_board_grade}}",
    body:
      "Hi {{first_name}},\n\nYou're booked in: {{exam_board_grade}} on {{exam_date}} at {{exam_time}}, with " +
      "{{services}}.\n\nPlease send me the sheet music by {{sheet_music_due_date}}.\n\n" +
      signature,
  },
];
