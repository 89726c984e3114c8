import { sampleWords, quoteToAccept, workingAgo } from "./sample-business.ts";
import type { Quote } from "../app/features/quotes/model.ts";
import { livePianoType, breakdownTotal, ratesForDetails } from "#app/features/quotes/pricing.ts";
import { newToken } from "#app/features/diary/entries.server.ts";
import { acceptanceRecord } from "#app/features/quotes/guard.server.ts";
import type { Db } from "../app/server/database/db.server.ts";
import { quotes, quoteEvents } from "../app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "../app/values/calendar.ts";
import { fromCents } from "../app/values/money.ts";

/** A quote in every state; the newest of each kind is open. */
export async function loadSampleQuotes(db: Db, owner: string, now: Date): Promise<void> {
  const today = melbourneDay(now);
  const ago = workingAgo(now);
  const piano = {
    invoiceType: livePianoType,
    preparedBy: sampleWords.site.person,
    totalAmount: fromCents(sampleWords.prices.livePiano.base),
    details: ratesOfKind(livePianoType, fromCents(sampleWords.prices.livePiano.base)),
  };
  const musical = {
    ...piano,
    invoiceType: "Spring Musical Quote",
    totalAmount: fromCents(breakdownTotal(sampleWords.prices.hourlyQuote)),
    details: ratesOfKind(
      "Spring Musical Quote",
      fromCents(breakdownTotal(sampleWords.prices.hourlyQuote)),
    ),
  };
  const sent = (days: number, views = 1) => ({
    slug: newToken(),
    createdAt: ago(days),
    sentAt: ago(days),
    views,
    viewedAt: views > 0 ? ago(days - 0.4) : null,
  });
  const rows = await db
    .insert(quotes)
    .values([
      {
        ...piano,
        ...sent(2, 3),
        clientName: "Rosalind Achterberg",
        clientEmail: "rosalind@client.example",
        eventTitle: "Wedding lunch",
        eventDate: addDays(today, 60),
        eventStart: "12:00",
        eventEnd: "15:00",
        eventLocation: "The Orangery, Kew",
        guests: 70,
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
        totalAmount: fromCents(
          sampleWords.prices.livePiano.base + sampleWords.prices.livePiano.extraHour,
        ),
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
        ...sent(5, 2),
        ...quoteToAccept,
        eventTitle: "House concert",
        eventDate: addDays(today, 55),
        eventLocation: "Northcote",
        guests: 30,
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
        eventStart: "12:00",
        eventEnd: "15:00",
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
  await db.insert(quoteEvents).values(rows.flatMap((quote) => eventsOf(quote, owner, now)));
}

function ratesOfKind(invoiceType: string, totalAmount: string) {
  return { rates: ratesForDetails({ invoiceType, totalAmount, details: null }) };
}

function eventsOf(quote: Quote, owner: string, now: Date): (typeof quoteEvents.$inferInsert)[] {
  const {
    id: quoteId,
    clientName,
    clientEmail,
    sentAt,
    viewedAt,
    acceptedAt,
    rejectedAt,
    closedAs,
  } = quote;
  const record = acceptanceRecord(quote, { clientName, clientEmail }, acceptedAt ?? now);
  return [
    ...(sentAt
      ? [
          {
            quoteId,
            kind: "sent" as const,
            actor: owner,
            at: sentAt,
            data: { recipient: clientEmail, version: 1 },
          },
        ]
      : []),
    ...(viewedAt ? [{ quoteId, kind: "viewed" as const, actor: "client", at: viewedAt }] : []),
    ...(acceptedAt
      ? [
          {
            quoteId,
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
            quoteId,
            kind: closedAs,
            actor: "client",
            at: rejectedAt,
            data: { reason: "We have moved the lunch to the beach." },
          },
        ]
      : []),
    ...(rejectedAt && closedAs !== "declined"
      ? [{ quoteId, kind: closedAs ?? ("rejected" as const), actor: owner, at: rejectedAt }]
      : []),
  ];
}
