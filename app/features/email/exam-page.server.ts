import { href } from "react-router";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Invoice } from "#app/features/invoices/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { amebBookings, isListedBooking } from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";

type Exam = Pick<typeof amebBookings.$inferSelect, "pageToken">;

/** For the button of an email to the family. */
export const examPage = ({ pageToken: token }: Exam) => ({
  href: absoluteUrl(href("/exams/:token", { token })),
  label: "See your exam",
});

/** Of the exams that the invoices are for. The pages are the family's: nobody else gets their links. */
export async function listExamPages(
  db: Db,
  invoices: readonly Pick<Invoice, "amebBookingId">[],
  recipient: string,
) {
  const ids = invoices.flatMap(({ amebBookingId }) => amebBookingId ?? []);
  if (ids.length === 0) return [];
  const isFamily = eq(sql`lower(${amebBookings.contactEmail})`, recipient.toLowerCase());
  const exams = await db
    .select()
    .from(amebBookings)
    .where(and(inArray(amebBookings.id, ids), isListedBooking, isFamily))
    .orderBy(amebBookings.examDate, amebBookings.id);
  return exams.map((exam) => {
    const { candidateName, studentParentName } = exam;
    const page = examPage(exam);
    if (exams.length === 1) return page;
    return { ...page, label: `See ${candidateName || studentParentName}'s exam` };
  });
}
