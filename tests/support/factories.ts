import type { Administrator } from "#app/features/auth/model.ts";
import { livePianoType } from "#app/features/quotes/kinds.ts";
import type { LivePianoDraft, QuoteDraft } from "#app/features/quotes/draft-schema.ts";
import type { Acceptance } from "#app/features/quotes/schema.ts";
import type { ClientInfo } from "#app/server/http/client-info.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { amebBookings, quotes } from "#app/server/database/tables.server.ts";
import type { SubmissionInfo } from "#app/features/intake/model.ts";

/* Valid things with unremarkable values; a test names only what it is about. */

export const NOW = new Date("2026-03-10T02:00:00Z");

/** A form that arrived as a person sends it. */
export const genuineSubmission: SubmissionInfo = { spamReason: null, now: NOW };

export const owner: Administrator = { userId: "owner", email: "owner@example.com" };

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
export function aDraft(given: Partial<LivePianoDraft> = {}): QuoteDraft {
  return {
    kind: "live-piano",
    clientName: "Ada Client",
    clientEmail: "ada@client.example",
    eventTitle: "Garden party",
    eventDate: "2026-06-20",
    eventStart: null,
    eventEnd: null,
    eventLocation: "Kew",
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
