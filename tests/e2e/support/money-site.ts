import type { Db } from "#app/server/database/db.server.ts";
import { gstRegistrations } from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { instantOf } from "#app/values/wall-clock.ts";
import { startStripe } from "#tests/fakes/stripe.ts";
import { anEntry } from "#tests/support/diary.ts";
import { aBooking, anInvoice, aQuote, theBusiness } from "#tests/support/factories.ts";
import { openInstallation } from "./installation.ts";

/* A site with invoicing, a GST registration and payments by card. */

export const quoteId = "5d1b0c7e-0000-4000-8000-0000000000a1";
export const bookingId = "5d1b0c7e-0000-4000-8000-0000000000b1";
export const issuedId = "5d1b0c7e-0000-4000-8000-0000000000e1";
/** Unpaid invoices over A$775.00, one a test. */
export const [recorded, chosen] = ["INV-1001", "INV-1002"] as const;
const dueLater = { dueOn: "2099-12-31" };
export const family = {
  buyerName: "Nora Parent",
  buyerEmail: "nora@parent.example",
  title: "Piano lesson",
};
export const lessonToken = "theos-lesson-000000000";
export const today = melbourneDay(new Date());

async function prepare(db: Db): Promise<void> {
  await theBusiness(db);
  await db.insert(gstRegistrations).values({ starts: "2026-07-01" });
  const exam = { serviceRequired: ["Both Exam Day & Rehearsal"], rehearsalMinutes: 30 };
  await aBooking(db, { id: bookingId, ...exam });
  await aQuote(db, { id: quoteId, slug: "from-before", acceptedAt: new Date("2026-03-01") });
  await anInvoice(db, { number: "OLD-0001", issuedOn: "2026-09-30" });
  await anInvoice(db, { id: issuedId, number: "SCHOOL-1", dueOn: addDays(today, 9) });
  for (const number of [recorded, chosen])
    await anInvoice(db, { number, ...dueLater, buyerName: `Client of ${number}` });
  const lesson = { ...family, total: 75_00, gst: null, lines: [{ text: "Lesson", amount: 75_00 }] };
  for (const [number, days] of [
    ["INV-0501", 40],
    ["INV-0502", 10],
  ] as const)
    await anInvoice(db, { ...lesson, number, issuedOn: addDays(today, -days), ...dueLater });
  await anEntry(db, {
    clientName: "Olga Parent",
    clientEmail: "olga@parent.example",
    student: "Theo",
    startsAt: instantOf(addDays(today, 14), 16 * 60)!,
    token: lessonToken,
  });
}

export async function openMoneySite() {
  const stripe = await startStripe();
  const installation = await openInstallation("rows", prepare, stripe.settings);
  return {
    ...installation,
    stripe,
    async close() {
      await installation.close();
      await stripe.stop();
    },
  };
}
