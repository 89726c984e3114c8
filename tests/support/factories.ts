import type { Owner } from "#app/features/auth/model.ts";
import { livePianoType } from "#app/features/quotes/pricing.ts";
import type { QuoteDraft } from "#app/features/quotes/draft.ts";
import type { Acceptance } from "#app/features/quotes/answer.ts";
import type { ClientInfo } from "#app/server/http/client-info.server.ts";
import { addDays, isDay } from "#app/values/calendar.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  businessDetails,
  contactMessages,
  emails,
  payments,
  quotes,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { gstWithin } from "#app/features/invoices/model.ts";
import type { SubmissionInfo } from "#app/features/intake/model.ts";

/* Valid things with unremarkable values; a test names only what it is about. */

export const NOW = new Date("2026-03-10T02:00:00Z");

/** A form that arrived as a person sends it. */
export const genuineSubmission: SubmissionInfo = { spamReason: null, now: NOW };

export const owner: Owner = { userId: "owner", email: "owner@example.com", role: "owner" };

/** A pending live piano quote in the database, as it may come from elsewhere. */
export async function aQuote(db: Db, given: Partial<typeof quotes.$inferInsert> = {}) {
  const [quote] = await db
    .insert(quotes)
    .values({
      clientName: "Ada Client",
      clientEmail: "ada@client.example",
      invoiceType: livePianoType,
      eventTitle: "Garden party",
      eventDate: "2026-06-20",
      eventLocation: "Kew",
      travelMinutes: null,
      preparedBy: "Imogen Hale",
      totalAmount: "1200.00",
      slug: "a-slug",
      ...given,
    })
    .returning();
  return quote!;
}

export function anAcceptance(given: Partial<Acceptance> = {}): Acceptance {
  return {
    slug: "a-slug",
    client: clientInfo,
    clientName: "Ada Client",
    clientEmail: "ada@client.example",
    wantsExtraHour: false,
    wantsRehearsal: false,
    version: 1,
    ...given,
  };
}

/** A live piano quote as the owner writes it. */
export function aDraft(given: Partial<QuoteDraft & { kind: "live-piano" }> = {}): QuoteDraft {
  return {
    kind: "live-piano",
    clientName: "Ada Client",
    clientEmail: "ada@client.example",
    eventTitle: "Garden party",
    eventDate: "2026-06-20",
    eventStart: null,
    eventEnd: null,
    eventLocation: "Kew",
    travelMinutes: null,
    guests: null,
    preparedBy: "Imogen Hale",
    validUntil: null,
    notes: null,
    base: 1200_00,
    rehearsal: 700_00,
    offersRehearsal: true,
    extraHour: 350_00,
    offersExtraHour: true,
    containsRehearsal: false,
    containsExtraHour: false,
    ...given,
  };
}

/** What a command answers that changes nothing. */
export const refusedAs = (reason: string) => ({ ok: false, reason });

export const clientInfo: ClientInfo = { ip: "192.0.2.1", userAgent: "test" };

/** A pending AMEB booking in the database, as it may come from elsewhere. */
export async function aBooking(db: Db, given: Partial<typeof amebBookings.$inferInsert> = {}) {
  const [booking] = await db
    .insert(amebBookings)
    .values({
      studentParentName: "Mei Tan",
      contactEmail: "mei@family.example",
      examDate: "2026-06-20",
      examTime: "10:40 am",
      examBoardGrade: "AMEB Grade 5 violin",
      serviceRequired: ["Exam Day Accompanying Only"],
      ...given,
    })
    .returning();
  return booking!;
}

/** A new message of a visitor. */
export async function aMessage(db: Db, given: Partial<typeof contactMessages.$inferInsert> = {}) {
  const [message] = await db
    .insert(contactMessages)
    .values({ name: "Ada", email: "ada@visitor.example", message: "Good morning!", ...given })
    .returning();
  return message!;
}

/** An email to a client that waits to be delivered, with no job to do so. */
export async function anEmail(db: Db, given: Partial<typeof emails.$inferInsert> = {}) {
  const [email] = await db
    .insert(emails)
    .values({
      kind: "test",
      recipient: "ada@client.example",
      subject: "Hello",
      html: "<p>Hello</p>",
      text: "Hello",
      ...given,
    })
    .returning();
  return email!;
}

/** Sample details of the business, with invoicing on. */
export async function theBusiness(
  db: Db,
  given: Partial<typeof businessDetails.$inferInsert> = {},
) {
  const [details] = await db
    .insert(businessDetails)
    .values({
      legalName: "Imogen Hale",
      tradingName: "Breath & Key",
      abn: "51824753556",
      postalAddress: "12 Sample Street\nKew VIC 3101",
      payId: "pay@breath-and-key.example",
      payIdKind: "email",
      payIdName: "Imogen Hale",
      bsb: "063000",
      accountNumber: "12345678",
      invoicing: true,
      ...given,
    })
    .returning();
  return details!;
}

/** An issued deposit invoice over A$775 with GST, due 28 November 2026, that nothing was paid for. */
export async function anInvoice(db: Db, given: Partial<typeof salesInvoices.$inferInsert> = {}) {
  const number = given.number === undefined ? "INV-0001" : given.number;
  const total = given.total ?? 775_00;
  const { dueOn = given.kind === "credit-note" ? null : "2026-11-28" } = given;
  // One that was due before that was issued a week before its day.
  const isEarly = dueOn !== null && isDay(dueOn) && dueOn < "2026-11-21";
  const issuedOn = isEarly ? addDays(dueOn, -7) : "2026-11-21";
  const issuedAt = number === null ? null : new Date(`${issuedOn}T01:00:00Z`);
  const [invoice] = await db
    .insert(salesInvoices)
    .values({
      kind: "deposit",
      number,
      reference: number?.toUpperCase().replaceAll(/[^A-Z0-9]/g, "") ?? null,
      slug: number && `link-of-${number.toLowerCase()}`,
      buyerName: "Ada Client",
      buyerEmail: "ada@client.example",
      title: "Garden party",
      lines: [{ text: "Deposit (50%) for Garden party, 16 January 2027", amount: total }],
      total,
      gst: number === null ? null : gstWithin(total),
      seller: number === null ? null : aSeller,
      issuedOn: number === null ? null : issuedOn,
      issuedAt,
      dueOn,
      createdAt: issuedAt ?? NOW,
      createdBy: "client",
      ...given,
    })
    .returning();
  return invoice!;
}

/** What an issued document says of its seller. */
export const aSeller = {
  legalName: "Imogen Hale",
  tradingName: "Breath & Key",
  abn: "51824753556",
  postalAddress: "12 Sample Street\nKew VIC 3101",
};

/** Money for an invoice, by PayID. */
export async function aPayment(
  db: Db,
  given: Pick<typeof payments.$inferInsert, "salesInvoiceId"> &
    Partial<typeof payments.$inferInsert>,
) {
  const [payment] = await db
    .insert(payments)
    .values({
      paidOn: "2026-11-24",
      amount: 775_00,
      method: "payid",
      actor: owner.email,
      at: new Date("2026-11-24T03:00:00Z"),
      ...given,
    })
    .returning();
  return payment!;
}
