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
  await db.insert(tables.dayHours).values({ day: "2031-12-25", hours: [], note: awkward });
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
