import { describe, expect, test } from "vitest";
import {
  aboutKinds,
  fittingKinds,
  missingFields,
  unknownFields,
  fill,
} from "#app/features/email/fields.ts";
import { standardQuoteEmail } from "#app/features/quotes/sending.server.ts";
import { emailSource } from "#app/routes/admin/email-records.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { contactMessages } from "#app/server/database/tables.server.ts";
import { sampleTemplates } from "#scripts/samples.ts";
import { dbTest } from "./support/db.ts";
import { anEntry, minutesLater, THURSDAY_TEN } from "./support/diary.ts";
import { aBooking, anInvoice, aQuote, owner } from "./support/factories.ts";

/** A full row and one with every gap that its table allows. */
async function recordsOf(db: Db) {
  const nothing = { eventTitle: null, eventDate: null, eventLocation: null, preparedBy: null };
  const message = {
    name: "Piet Lindqvist",
    email: "piet@visitor.example",
    message: "Hello there!",
  };
  const [written] = await db.insert(contactMessages).values(message).returning();
  const gaps = { examDate: null, examTime: null, teacherName: null, serviceRequired: [] };
  return {
    quotes: [await aQuote(db), await aQuote(db, { ...nothing, slug: null, draft: true })],
    invoices: [await anInvoice(db), await anInvoice(db, { number: null, title: "" })],
    appointments: [
      await anEntry(db),
      await anEntry(db, { startsAt: minutesLater(THURSDAY_TEN, 1440), price: null, place: null }),
    ],
    "ameb-bookings": [await aBooking(db), await aBooking(db, gaps)],
    inbox: [written!],
  };
}

test("one of the sample templates sends quotes", () => {
  expect(sampleTemplates.map(({ name }) => name)).toContain(standardQuoteEmail().name);
});

describe.for(sampleTemplates)("the sample template $name", ({ subject, body }) => {
  const texts = [subject, body];

  dbTest("has fields that exist, and fits some kind of record", () => {
    expect(unknownFields(texts)).toEqual([]);
    expect(fittingKinds(texts, aboutKinds).length).toBeGreaterThan(0);
  });

  dbTest("reads as a whole where it fits, or its gaps are named", async ({ db }) => {
    const records = await recordsOf(db);
    for (const kind of fittingKinds(texts, aboutKinds)) {
      for (const { id } of records[kind]) {
        const { record } = (await emailSource(owner, { kind, id }).read(db))!;
        const filled = texts.map((text) => fill(text, record)).join("\n");
        const hasGap = / (,|\.|:)|: *$|(on|at|by|for|of|with) *([.,]|$|(at|with)\b)|^Hi ,/m.test(
          filled,
        );
        expect(filled).not.toMatch(/\{\{|undefined|null|NaN|N\/A|\[object/);
        expect([filled, missingFields(texts, record).length > 0]).toEqual([filled, hasGap]);
      }
    }
  });
});
