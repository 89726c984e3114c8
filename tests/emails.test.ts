import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { expect } from "vitest";
import { storeAmebEnquiry } from "#app/features/ameb/commands.server.tsx";
import { saveFamilyEntry } from "#app/features/ameb/family.server.tsx";
import { examReminders, planExamReminders } from "#app/features/ameb/reminders.server.tsx";
import { amebServices } from "#app/features/ameb/model.ts";
import * as notices from "#app/features/auth/emails.server.tsx";
import { bookCardEvent } from "#app/features/cards/events.server.ts";
import { storeContactMessage, storeEventEnquiry } from "#app/features/contact/commands.server.tsx";
import { type Booking, bookAppointment } from "#app/features/appointments/book.server.ts";
import {
  moveAppointment,
  cancelAppointment,
  editEntry,
} from "#app/features/appointments/changes.server.tsx";
import { confirmRequest, declineRequest } from "#app/features/appointments/finish.server.ts";
import { asClient, asOwner, type Entry } from "#app/features/diary/model.ts";
import { appointmentReminders } from "#app/features/diary/reminders.server.ts";
import { sendEnquirySummary } from "#app/features/email/throttle.server.tsx";
import { sendComposedEmail } from "#app/features/email/compose.server.tsx";
import {
  allEmailKinds,
  type EmailKind,
  isTextMessage,
  ownerKinds,
} from "#app/features/email/model.ts";
import { eventEnquirySchema } from "#app/features/contact/event-schema.ts";
import { saveBusinessDetails } from "#app/features/business/settings.server.tsx";
import { creditInvoice, voidInvoice } from "#app/features/ledger/corrections.server.ts";
import { reversePayment } from "#app/features/ledger/payments.server.ts";
import { issueNewInvoice } from "#app/features/invoices/commands.server.ts";
import { invoiceReminders } from "#app/features/invoices/reminders.server.tsx";
import { emailStatement } from "#app/features/ledger/statement.server.tsx";
import { subscribe } from "#app/features/newsletter/commands.server.tsx";
import { testMailing } from "#app/features/newsletter/mailing-commands.server.ts";
import { sendMailings } from "#app/features/newsletter/sending.server.ts";
import { emailBeginning, withNewsletter } from "#app/features/email/queries.server.ts";
import { unfinished } from "#app/server/jobs/maintenance.server.ts";
import { sendTestEmail } from "#app/features/setup/setup.server.tsx";
import { joinWaitingList, tellWaiting } from "#app/features/waiting/commands.server.tsx";
import { weekdayNames } from "#app/features/services/hours.ts";
import { buyPackage } from "#app/features/packages/buy.server.tsx";
import { cancelBooking } from "#app/features/quotes/cancellation.server.tsx";
import { acceptQuote } from "#app/features/quotes/acceptance.server.ts";
import {
  acceptOnBehalf,
  declineQuote,
  reverseDecision,
} from "#app/features/quotes/decisions.server.ts";
import {
  quoteEmailFor,
  quoteReminders,
  planQuoteReminders,
  sendQuote,
} from "#app/features/quotes/sending.server.ts";
import { sendingFields } from "#app/features/quotes/queries.server.ts";
import { sendDueReminders } from "#app/features/reminders/send.server.ts";
import { emailSource } from "#app/routes/admin/email-records.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  contactMessages,
  emails,
  payments,
  quotes,
  services,
  unannouncedEnquiries,
} from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { check } from "#app/values/rules.ts";
import { aBookingOf, aLesson, anOpenWeek, minutesLater, THURSDAY_TEN } from "./support/diary.ts";
import { openBrowser } from "#scripts/browser.ts";
import { faultsWithin } from "./support/email-frames.ts";
import { eventOf } from "./fakes/stripe.ts";
import { dbTest } from "./support/db.ts";
import {
  aBooking,
  anAcceptance,
  aQuote,
  clientInfo,
  genuineSubmission,
  NOW,
  owner,
  theBusiness,
} from "./support/factories.ts";
import { ada, aMailing, footer, withDoubleOptIn, withoutMailchimp } from "./support/newsletter.ts";

/* Every kind of email, caused as the site causes it. EMAILS_DIR=folder keeps them as files to look at. */

const signature =
  "\nImogen Hale\nMusic director, pianist, voice and embodiment coach\n+61 491 570 006\n";
const longWord = "Donaudampfschifffahrt".repeat(12);

async function causeQuoteEmails(db: Db): Promise<void> {
  const event = { eventStart: "12:00", eventEnd: "16:00", guests: 80, validUntil: "2026-05-31" };
  const sent = await aQuote(db, { ...event, slug: "sent" });
  await sendQuote(db, owner, sent.id, quoteEmailFor(sendingFields(sent), null), NOW);
  const accepted = { ...event, slug: "accepted", eventLocation: longWord };
  const { id } = await aQuote(db, accepted);
  const partner = { slug: "accepted", clientEmail: "partner@client.example" };
  await acceptQuote(db, anAcceptance({ ...partner, wantsExtraHour: true }), NOW);
  const calledOff = { cancelledBy: "owner", reason: longWord, keep: "deposit", amount: 0 } as const;
  const shown = await cancelBooking(db, owner, id, calledOff, NOW);
  if (shown.ok || shown.reason !== "unseen") throw new Error("Nothing was shown.");
  await cancelBooking(db, owner, id, { ...calledOff, seen: shown.seen }, NOW);
  const byPhone = await aQuote(db, { ...event, slug: "by-phone", eventDate: "2026-03-14" });
  await acceptOnBehalf(db, owner, byPhone.id, NOW);
  await reverseDecision(db, owner, byPhone.id, NOW);
  await aQuote(db, { ...event, slug: "declined" });
  const declining = { slug: "declined", version: 1, client: clientInfo };
  await declineQuote(db, { ...declining, reason: "We've moved the lunch to the beach." }, NOW);
}

async function causeEnquiryEmails(db: Db): Promise<void> {
  const message = { name: "Aroha Singh", email: "aroha@visitor.example" };
  await storeContactMessage(db, { ...message, message: `Hello! ${longWord}` }, genuineSubmission);
  const enquiry = check(eventEnquirySchema, {
    firstName: "Ros",
    lastName: "Achterberg",
    email: "ros@client.example",
    phone: "0491 570 156",
    eventDescription: "A garden party, forty guests",
    pianoType: "grand-piano",
  });
  if (!enquiry.ok) throw new Error(JSON.stringify(enquiry.errors));
  await storeEventEnquiry(db, enquiry.value, genuineSubmission);
  await storeAmebEnquiry(
    db,
    {
      studentParentName: "Mei Tan",
      contactEmail: "mei@family.example",
      examDate: "2026-06-20",
      examTime: "10:40 am",
      examBoardGrade: "AMEB Grade 5 violin",
      teacherName: "",
      serviceRequired: [amebServices[2]],
      rehearsalMinutes: 30,
    },
    genuineSubmission,
  );
  const booking = await aBooking(db, { examDate: null, examTime: null, createdAt: NOW });
  await planExamReminders(db, booking, NOW);
  await sendDueReminders(db, { booking: examReminders }, new Date("2026-03-24T00:00:00Z"));
  const entry = { examDate: "2026-06-20", examTime: "10:40", venueId: "", examVenue: longWord };
  await saveFamilyEntry(db, booking.pageToken, { ...entry, seen: "|||" }, NOW);
  const hourAgo = new Date(NOW.getTime() - 3_600_000);
  await db.insert(contactMessages).values({ ...message, message: "Hello!", createdAt: hourAgo });
  await db.insert(unannouncedEnquiries).values({ kind: "message", at: hourAgo });
  await sendEnquirySummary(db, NOW);
}

async function causeAppointmentEmails(db: Db): Promise<void> {
  await anOpenWeek(db);
  const book = async (slug: string, given: Partial<Booking>, onRequest = false) => {
    const service = await aLesson(db, { slug, onRequest });
    const booking = aBookingOf(service, { ...given, zone: "Europe/London", note: longWord });
    const booked = await db.transaction((tx) => bookAppointment(tx, booking, genuineSubmission));
    if (!booked.ok) throw new Error(booked.reason);
    return booked.entry;
  };
  const days = (count: number) => minutesLater(THURSDAY_TEN, count * 1440);
  const booked = await book("booked", { start: days(7) });
  await moveAppointment(db, asClient, { token: booked.token!, start: days(8) }, NOW);
  const appointment = appointmentReminders;
  await sendDueReminders(db, { appointment }, minutesLater(days(8), -1440));
  const edit = { id: booked.id, version: 2, fields: { placeDetails: longWord } };
  await editEntry(db, owner, edit, NOW);
  const reason = `I'm sorry, ${longWord}`;
  await cancelAppointment(db, asOwner(owner), { id: booked.id, reason }, NOW);
  const other = { email: "bo@visitor.example", name: "Bo" };
  const asked = await book("asked", { ...other, start: days(9) }, true);
  await confirmRequest(db, owner, asked, NOW);
  await freeATime(db, asked);
  await buyPackage(db, booked.token!, "4/60/36000", "", NOW);
  const refused = await book("refused", { ...other, start: days(10) }, true);
  await declineRequest(db, owner, { id: refused.id, reason }, NOW);
}

/** An appointment is cancelled for which others wait. */
async function freeATime(db: Db, entry: Entry): Promise<void> {
  const service = (await db.select().from(services).where(eq(services.id, entry.serviceId!)))[0]!;
  const day = melbourneDay(entry.startsAt);
  const wish = {
    weekdays: [...weekdayNames],
    timeOfDay: "any",
    fromDay: day,
    untilDay: day,
  } as const;
  const waiting = { ...wish, email: "cleo@visitor.example", zone: "Europe/London", service };
  await db.transaction((tx) => joinWaitingList(tx, waiting, genuineSubmission));
  await cancelAppointment(db, asOwner(owner), { id: entry.id }, NOW);
  await tellWaiting(db, NOW);
}

async function causeMoneyEmails(db: Db): Promise<void> {
  const details = await theBusiness(db);
  await saveBusinessDetails(db, owner, details.version, { ...details, bsb: "063999" }, NOW);
  const lines = [{ text: `Four lessons, ${longWord}`, amount: 360_00 }];
  const buyer = { buyerName: "Mei Tan", buyerEmail: "mei@family.example" };
  const typed = { ...buyer, title: "Singing lessons in March", dueOn: "2026-03-17", lines };
  const issued = await issueNewInvoice(db, owner, typed, { send: true }, NOW);
  if (!issued.ok) throw new Error(issued.reason);
  await emailStatement(db, owner, { email: buyer.buyerEmail, from: null, key: "" }, NOW);
  const [sent] = await db.select().from(quotes).where(eq(quotes.slug, "sent"));
  await planQuoteReminders(db, sent!, NOW);
  const reminders = { quote: quoteReminders, invoice: invoiceReminders };
  await sendDueReminders(db, reminders, new Date("2026-03-14T00:00:00Z"));
  const metadata = { invoice: issued.invoice.id };
  const paid = { id: "pi_1", metadata, amount_received: 360_00, currency: "aud" };
  const event = eventOf({ type: "payment_intent.succeeded", object: paid });
  await bookCardEvent(db, null as never, event as unknown as Stripe.Event, NOW);
  await db.update(emails).set({ state: "sent" }).where(eq(emails.kind, "payment-receipt"));
  const [payment] = await db.select().from(payments);
  await db.transaction((tx) =>
    reversePayment(tx, payment!.id, "Another client's", owner.email, NOW),
  );
  const credit = { amount: 90_00, reason: `One lesson, ${longWord}`, tell: true };
  await creditInvoice(db, owner, issued.invoice.id, credit, NOW);
  const wrong = await issueNewInvoice(db, owner, typed, { send: true }, NOW);
  if (!wrong.ok) throw new Error(wrong.reason);
  const ofWrong = eq(emails.salesInvoiceId, wrong.invoice.id);
  await db.update(emails).set({ state: "sent" }).where(ofWrong);
  await voidInvoice(db, owner, wrong.invoice.id, "Typed twice", NOW, true);
}

async function causeAccountEmails(db: Db): Promise<void> {
  const { email } = owner;
  const link = { email, token: "a-token", hash: "a-hash" };
  for (const kind of ["magic-link", "recovery", "confirmation"] as const)
    await notices.queueOneTimeLink(db, kind, link);
  await notices.queueCode(db, { ...link, code: "123456" });
  const device = { userAgent: "Firefox", ip: "192.0.2.1", at: NOW };
  await notices.queueNewDevice(db, { email, method: "password", ...device });
  await notices.queuePasswordChanged(db, email, NOW);
  await notices.queueInvitation(db, { by: "owner@example.com", email, role: "assistant" });
  await notices.queueFactorChanged(db, { email, what: "Two-step sign-in is on", at: NOW });
  const since = new Date(NOW.getTime() - 3_600_000).toISOString();
  const seen = { count: 12, since, at: NOW.toISOString() };
  await notices.queueWrongGuesses(db, email, { ...seen, clientIp: "192.0.2.1", userAgent: null });
}

/** At the widths of a phone and of a reading pane; whether it can be read, in light and dark too. */
async function faultsOfAll(all: readonly (typeof emails.$inferSelect)[]): Promise<string[]> {
  const kinds = all.map(({ kind }) => kind);
  const shown = all.map(({ kind, html }, index) => ({
    name: kind,
    html,
    contrast: kinds.indexOf(kind) === index,
  }));
  const browser = await openBrowser();
  const faults = await faultsWithin(browser, shown);
  await browser.close();
  return faults;
}

dbTest("every kind of email reads as a whole, and fits a phone", async ({ db }) => {
  await causeQuoteEmails(db);
  await causeEnquiryEmails(db);
  await causeMoneyEmails(db);
  await causeAppointmentEmails(db);
  await causeAccountEmails(db);
  await subscribe(db, ada, genuineSubmission, footer, withoutMailchimp);
  const other = { ...ada, email: "bo@reader.example" };
  await subscribe(db, other, genuineSubmission, footer, withDoubleOptIn);
  const { id } = await aQuote(db, { slug: "composed" });
  const body = emailBeginning("Ada").replace("\n\n\n\n", "\n\nSee you on {{event_date}}.\n\n");
  const composed = { recipientEmail: "ada@client.example", subject: "About {{event}}", body };
  const about = emailSource(owner, { kind: "quotes", id });
  await sendComposedEmail(db, owner, composed, about, { kind: "page", key: "" }, NOW);

  const mailing = await aMailing(db, { state: "waiting", sendsAt: NOW, subject: longWord });
  await testMailing(db, mailing, NOW);
  await sendTestEmail(db, owner);
  while ((await sendMailings(db, NOW)) === unfinished);

  const rows = await db.select().from(emails);
  const all = await Promise.all(rows.map((row) => withNewsletter(db, row)));
  const kinds = allEmailKinds.filter((kind) => !isTextMessage(kind));
  expect([...new Set(all.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted());
  for (const { kind, subject, html, text } of all) {
    for (const words of [subject, text])
      expect(words, kind).not.toMatch(/\{\{|undefined|null|NaN|Invalid|N\/A|Dear ,|Hi ,/);
    expect(text.trim().length, kind).toBeGreaterThan(60);
    expect(html, kind).toContain("overflow-wrap:anywhere");
    const [lastButton] = Array.from(
      html.matchAll(/"e-on-fill"[^>]*>([^<]*)</g),
      ([, label]) => label,
    );
    expect(lastButton, kind).not.toBe("Unsubscribe");
    expect(html.match(/"e-on-fill"/g)?.length ?? 0, kind).toBeLessThanOrEqual(1);
    expect(text, kind).not.toMatch(/\n{3}/);
    if (!ownerKinds.includes(kind as EmailKind)) expect(text, kind).toContain(signature);
  }
  expect(await faultsOfAll(all)).toEqual([]);
  if (process.env.EMAILS_DIR) {
    mkdirSync(process.env.EMAILS_DIR, { recursive: true });
    for (const { kind, id: file, html, subject, text } of all)
      for (const [end, content] of [
        ["html", html],
        ["txt", `${subject}\n\n${text}`],
      ] as const)
        writeFileSync(join(process.env.EMAILS_DIR, `${kind}-${file.slice(0, 4)}.${end}`), content);
  }
});
