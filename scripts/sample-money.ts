import { sampleWords } from "./sample-words.ts";
import { eq } from "drizzle-orm";
import { sampleAccount, sampleSeller } from "./sample-business.ts";
import { agreedDocuments } from "../app/features/invoices/agreed-documents.ts";
import { gstWithin } from "../app/features/invoices/gst.ts";
import type { Invoice } from "../app/features/invoices/model.ts";
import { invoiceReminderDays } from "../app/features/invoices/reminder-steps.ts";
import { newSlug } from "../app/features/quotes/link.server.ts";
import { quoteTitle, toPublicQuote } from "../app/features/quotes/model.ts";
import { linesOf } from "../app/features/quotes/wording.ts";
import { planFirstReminders } from "../app/features/reminders/plan.server.ts";
import type { Db } from "../app/server/database/db.server.ts";
import {
  amebBookings,
  businessDetails,
  documentCounters,
  gstRegistrations,
  payments,
  quotes,
  salesInvoices,
} from "../app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "../app/values/calendar.ts";
import type { Cents } from "../app/values/money.ts";

/* Invoicing as it looks after some weeks: an invoice in every state, and money for some of them. */

const day = 86_400_000;
const depositDays = 7;

type Document = Partial<typeof salesInvoices.$inferInsert> &
  Pick<typeof salesInvoices.$inferInsert, "kind" | "buyerName" | "buyerEmail" | "title" | "lines">;

export async function loadSampleMoney(db: Db, owner: string, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const counts = { invoice: 0, "credit-note": 0 };
  await switchInvoicingOn(db, ago(200));

  /** Documents are numbered in the order in which they are added, so the oldest come first. */
  const add = async (document: Document, at: Date, by = owner): Promise<Invoice> => {
    const kind = document.kind === "credit-note" ? "credit-note" : "invoice";
    const prefix = kind === "invoice" ? "INV-" : "CN-";
    const number = prefix + String(++counts[kind]).padStart(4, "0");
    const total = document.lines.reduce((sum, { amount }) => sum + amount, 0);
    const issued = {
      number,
      reference: number.replace("-", ""),
      slug: newSlug(),
      seller: sampleSeller,
      issuedOn: melbourneDay(at),
      issuedAt: at,
      createdAt: at,
      createdBy: by,
      dueOn: kind === "invoice" ? addDays(melbourneDay(at), 7) : null,
    };
    const row = { ...issued, total, gst: gstWithin(total), ...document };
    const [invoice] = await db.insert(salesInvoices).values(row).returning();
    return invoice!;
  };
  const accepted = async (client: string) => {
    const [quote] = await db.select().from(quotes).where(eq(quotes.clientEmail, client));
    const documents = agreedDocuments(
      {
        quoteId: quote!.id,
        earlier: [],
        buyerName: quote!.clientName,
        buyerEmail: quote!.clientEmail,
        title: quoteTitle(quote!),
        eventDate: quote!.eventDate as string,
        lines: linesOf(toPublicQuote(quote!, now)).map(([text, amount]) => ({ text, amount })),
        total: Math.round(Number(quote!.totalAmount) * 100),
        alreadyPaid: 0,
        paidInvoices: [],
      },
      { today: melbourneDay(quote!.acceptedAt!), isRegistered: true, depositDays },
    );
    const invoices: Invoice[] = [];
    for (const document of documents.issued)
      invoices.push(await add(document, quote!.acceptedAt!, "client"));
    return invoices as [deposit: Invoice, balance: Invoice];
  };
  const pay = (
    { id }: Invoice,
    amount: Cents,
    at: Date,
    given: Partial<typeof payments.$inferInsert> = {},
  ) =>
    db.insert(payments).values({
      salesInvoiceId: id,
      amount,
      paidOn: melbourneDay(at),
      method: "payid",
      actor: owner,
      at,
      ...given,
    });

  const [winterDeposit, winterBalance] = await accepted("office@riverbend.example");
  await pay(winterDeposit, winterDeposit.total, ago(38), { method: "bank-transfer" });
  await pay(winterBalance, 100_00, ago(4), { method: "bank-transfer" });

  const lessons = await add(
    {
      kind: "other",
      buyerName: "Piet Lindqvist",
      buyerEmail: "piet@visitor.example",
      title: "Piano lessons",
      lines: [
        {
          text: "Four lessons of 60 minutes",
          amount: sampleWords.prices.coachingPackages[0]!.price,
        },
      ],
    },
    ago(30),
  );
  await pay(lessons, lessons.total, ago(28));
  const missed =
    sampleWords.prices.coachingPackages[0]!.price /
    sampleWords.prices.coachingPackages[0]!.sessions;
  await add(
    {
      kind: "credit-note",
      creditsId: lessons.id,
      buyerName: lessons.buyerName,
      buyerEmail: lessons.buyerEmail,
      title: lessons.title,
      lines: [{ text: `Credit for ${lessons.number}, ${lessons.title}`, amount: missed }],
      note: "I was ill for the third lesson.",
    },
    ago(14),
  );
  await pay(lessons, -missed, ago(14), { reason: "The third lesson was cancelled" });

  await add(
    {
      kind: "other",
      buyerName: "Delphine Ward",
      buyerEmail: "delphine@client.example",
      title: "Birthday lunch",
      lines: [{ text: "Holding the date of the birthday lunch", amount: 200_00 }],
      voidedAt: ago(25),
      voidReason: "The lunch has moved to the beach.",
    },
    ago(27),
  );

  const [weddingDeposit] = await accepted("wren@client.example");
  await pay(weddingDeposit, weddingDeposit.total, ago(9));

  const [exam] = await db
    .select()
    .from(amebBookings)
    .where(eq(amebBookings.contactEmail, "mei@family.example"));
  await add(
    {
      kind: "other",
      amebBookingId: exam!.id,
      buyerName: exam!.studentParentName,
      buyerEmail: exam!.contactEmail,
      title: "AMEB Grade 5 violin",
      lines: [
        { text: "Accompanying on the exam day", amount: sampleWords.prices.ameb.examDay },
        { text: "Rehearsal of 30 minutes", amount: sampleWords.prices.ameb.rehearsal30 },
      ],
    },
    ago(8.5),
  );

  await db.insert(salesInvoices).values({
    kind: "other",
    buyerName: "Aroha Singh",
    buyerEmail: "aroha@visitor.example",
    title: "Audition coaching",
    lines: [
      { text: "A session of 90 minutes", amount: sampleWords.prices.coachingSessions[3]!.price },
    ],
    total: sampleWords.prices.coachingSessions[3]!.price,
    createdAt: ago(0.1),
    createdBy: owner,
  });
  await db.insert(documentCounters).values([
    { kind: "invoice", last: counts.invoice },
    { kind: "credit-note", last: counts["credit-note"] },
  ]);
  await planSampleReminders(db, now);
}

async function switchInvoicingOn(db: Db, at: Date): Promise<void> {
  await db.insert(businessDetails).values({
    ...sampleSeller,
    ...sampleAccount,
    payId: sampleWords.site.email,
    payIdKind: "email",
    payIdName: sampleWords.site.person,
    depositDays,
    invoicing: true,
    updatedAt: at,
  });
  await db.insert(gstRegistrations).values({ starts: addDays(melbourneDay(at), -365) });
}

async function planSampleReminders(db: Db, now: Date): Promise<void> {
  const invoices = await db.select().from(salesInvoices);
  const paid = await db.select().from(payments);
  const plans = invoices.map((invoice) => {
    const amounts = paid.filter(({ salesInvoiceId }) => salesInvoiceId === invoice.id);
    const sum = amounts.reduce((all, { amount }) => all + amount, 0);
    const planned = invoiceReminderDays({ ...invoice, paid: sum, credited: 0 });
    return { record: { kind: "invoice", id: invoice.id } as const, planned };
  });
  await planFirstReminders(db, plans, now);
}
