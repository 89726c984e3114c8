import { eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import * as tables from "#app/server/database/tables.server.ts";
import { anEntry } from "./diary.ts";

/** Entries that overlap, one of which keeps nobody away, and calendars with bytes. */
export async function fillWithTimes(db: Db, awkward: string): Promise<void> {
  const [booking] = await db
    .select()
    .from(tables.amebBookings)
    .where(eq(tables.amebBookings.contactEmail, "a@b.co"));
  const [invoice] = await db.select().from(tables.salesInvoices).limit(1);
  const given = { title: awkward, note: awkward, salesInvoiceId: invoice!.id };
  const time = { startsAt: new Date("2031-10-04T16:00:00Z") };
  const firm = await anEntry(db, { ...given, ...time, token: "awkward" });
  const beside = { kind: "exam", firm: false, amebBookingId: booking!.id } as const;
  await anEntry(db, { ...given, ...time, ...beside });
  const email = { recipient: "a@b.co", subject: awkward, html: "<p>h</p>", text: "h" };
  const about = { appointmentId: firm.id, invitation: awkward };
  await db.insert(tables.emails).values({ ...email, ...about, kind: "appointment-booked" });
  const sold = { salesInvoiceId: invoice!.id, clientEmail: awkward, minutes: 60, count: 4 };
  const [credit] = await db
    .insert(tables.credits)
    .values({ ...sold, singlePrice: 95_00, expiresOn: "2031-12-31" })
    .returning();
  const used = { creditId: credit!.id, kind: "used", amount: -1, entryId: firm.id } as const;
  await db.insert(tables.creditMoves).values(used);
  const term = { name: awkward, firstDay: "2031-01-28", lastDay: "2031-04-04" };
  await db.insert(tables.schoolTerms).values(term);
  await db.insert(tables.dayHours).values({ day: "2031-12-25", hours: [], note: awkward });
  const [service] = await db.select().from(tables.services).limit(1);
  await db.insert(tables.waitingList).values({
    email: awkward,
    serviceId: service!.id,
    zone: "Europe/London",
    weekdays: [awkward, "null", ""],
    timeOfDay: "evening",
    fromDay: "2031-10-04",
    untilDay: "2031-10-05",
    known: [new Date("2031-10-04T16:30:00Z")],
  });
  const body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const [source] = await db
    .insert(tables.calendarSources)
    .values({ name: awkward, url: "https://calendar.example/secret.ics", body })
    .returning();
  const { startsAt, endsAt } = firm;
  await db
    .insert(tables.busyTimes)
    .values({ sourceId: source!.id, startsAt, endsAt, summary: awkward });
}
