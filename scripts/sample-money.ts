import { eq } from "drizzle-orm";
import { agreedDocuments } from "#app/features/invoices/document-texts.ts";
import {
  markVoid,
  writeCreditNotes,
  draftInvoice,
  issueInvoices,
  type NewInvoice,
} from "../app/features/invoices/issue.server.ts";
import { type Invoice, gstWithin, restOf } from "../app/features/invoices/model.ts";
import { sampleAccount } from "../app/features/business/model.ts";
import { quoteTitle, toPublicQuote, linesOf } from "#app/features/quotes/model.ts";
import type { Db } from "../app/server/database/db.server.ts";
import {
  amebBookings,
  businessDetails,
  gstRegistrations,
  quotes,
  payments,
} from "../app/server/database/tables.server.ts";
import { type Cents, formatMoney } from "../app/values/money.ts";
import { findAccount, findAccounts } from "../app/features/invoices/queries.server.ts";
import { getBusinessDetails } from "../app/features/business/queries.server.ts";
import { recordInvoice } from "../app/features/invoices/history.server.ts";
import { invoiceReminderDays } from "../app/features/invoices/reminder-plans.server.ts";
import { planFirstReminders } from "../app/features/reminders/plan.server.ts";
import { addDays, melbourneDay } from "../app/values/calendar.ts";
import { sampleWords, sampleSeller, workingAgo } from "./sample-business.ts";

/* Invoicing as it looks after some weeks: an invoice in every state, and money for some of them. */

const depositDays = 7;

export async function loadSampleMoney(db: Db, owner: string, now: Date): Promise<void> {
  const ago = workingAgo(now);
  await switchInvoicingOn(db, ago(200));

  const add = (draft: SampleDraft, at: Date, by = owner) => issueSample(db, draft, by, at);
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
  const pay = (invoice: Invoice, amount: Cents, at: Date, given: Partial<SamplePayment> = {}) =>
    paySample(db, invoice, { amount, ...given }, owner, at);

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
  const account = (await findAccount(db, lessons.id))!;
  const isIll = { reason: "I was ill for the third lesson.", by: owner };
  await writeCreditNotes(db, [{ invoice: account, amount: missed }], isIll, ago(14));
  await pay(lessons, -missed, ago(14), { reason: "The third lesson was cancelled" });

  const lunch = await add(
    {
      kind: "other",
      buyerName: "Delphine Ward",
      buyerEmail: "delphine@client.example",
      title: "Birthday lunch",
      lines: [{ text: "Holding the date of the birthday lunch", amount: 200_00 }],
    },
    ago(27),
  );
  const hasMoved = { reason: "The lunch has moved to the beach.", by: owner };
  await markVoid(db, lunch, hasMoved, ago(25));

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

  const coaching = sampleWords.prices.coachingSessions[3]!.price;
  await draftInvoice(
    db,
    {
      kind: "other",
      buyerName: "Aroha Singh",
      buyerEmail: "aroha@visitor.example",
      title: "Audition coaching",
      lines: [{ text: "A session of 90 minutes", amount: coaching }],
      total: coaching,
      gst: null,
      dueOn: null,
    },
    owner,
    ago(0.1),
  );
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

type SampleDraft = Omit<NewInvoice, "total" | "gst" | "dueOn"> &
  Partial<Pick<NewInvoice, "gst" | "dueOn">>;

/** Documents are numbered in the order in which they are issued. */
export async function issueSample(
  db: Db,
  draft: SampleDraft,
  by: string,
  at: Date,
): Promise<Invoice> {
  // Reminders are planned at the end: those of days gone by would go out at once.
  const details = { ...(await getBusinessDetails(db)), invoicing: false };
  const total = draft.lines.reduce((sum, { amount }) => sum + amount, 0);
  const dueOn = addDays(melbourneDay(at), details.depositDays);
  const content = { gst: gstWithin(total), dueOn, ...draft, total };
  const [invoice] = await issueInvoices(db, [content], { details, by }, at);
  const after = { total: formatMoney(total), due: invoice!.dueOn };
  await recordInvoice(db, by, "issued", invoice!, at, { after });
  return invoice!;
}

type SamplePayment = Pick<typeof payments.$inferInsert, "amount" | "reason"> &
  Partial<Pick<typeof payments.$inferInsert, "method">>;

/** Without the receipt, which would be emailed today. */
export async function paySample(
  db: Db,
  { id }: Invoice,
  { amount, method = "payid", reason }: SamplePayment,
  actor: string,
  at: Date,
): Promise<void> {
  const paidOn = melbourneDay(at);
  const row = { salesInvoiceId: id, amount, paidOn, method, reason, actor, at };
  await db.insert(payments).values(row);
  const account = (await findAccount(db, id))!;
  const action = amount < 0 ? "recorded a refund of" : "recorded a payment for";
  const after = { amount: Math.abs(amount), paidOn, method, reason, rest: restOf(account) };
  await recordInvoice(db, actor, action, account, at, { after });
}

/** Those ahead, of every invoice that is owed. */
export async function planSampleReminders(db: Db, now: Date): Promise<void> {
  const accounts = await findAccounts(db, undefined);
  const plans = accounts.map((account) => ({
    record: { kind: "invoice", id: account.id } as const,
    planned: invoiceReminderDays(account),
  }));
  await planFirstReminders(db, plans, now);
}
