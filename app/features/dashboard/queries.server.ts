import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/db.server.ts";
import { amebBookings, contactMessages, invoices, letters } from "#app/server/tables.server.ts";

/** What lies on the owner's desk. */
export async function getDesk(db: Db, _asker: Administrator) {
  const newMessages = await db.$count(contactMessages, eq(contactMessages.state, "new"));
  const pendingQuotes = await db.$count(invoices, and(isNull(invoices.acceptedAt), isNull(invoices.rejectedAt), eq(invoices.draft, false)));
  const acceptedQuotes = await db.$count(invoices, isNotNull(invoices.acceptedAt));
  const newBookings = await db.$count(amebBookings, eq(amebBookings.status, "pending"));
  const failedLetters = await db.$count(letters, eq(letters.state, "failed"));
  return { newMessages, newBookings, pendingQuotes, acceptedQuotes, failedLetters };
}
