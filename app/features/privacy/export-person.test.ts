import { rmSync } from "node:fs";
import { afterAll, describe, expect } from "vitest";
import { acceptQuote } from "#app/features/quotes/acceptance.server.ts";
import { auditEntries } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { aBooking, anAcceptance, aQuote, NOW, owner } from "#tests/support/factories.ts";
import {
  adasBookingEdit,
  adasEmail,
  createAdasRecords,
  privacyDataDir,
} from "#tests/support/privacy.ts";
import { exportPerson } from "./queries.server.ts";

afterAll(() => rmSync(privacyDataDir, { recursive: true, force: true }));

describe("an export", () => {
  dbTest(
    "has everything about an email, in any case, and nothing about other people",
    async ({ db }) => {
      await createAdasRecords(db);
      await aBooking(db, { contactEmail: "bada@client.example", studentParentName: "Bada" });
      const exported = await exportPerson(db, owner, { address: adasEmail }, NOW);
      expect(exported).toMatchObject({
        messages: [{ message: "Could you play for us?" }],
        bookings: [
          {
            ...adasBookingEdit,
            rehearsalTime: "16:30:00",
            rehearsalMinutes: 45,
            updatedAt: NOW,
            deletedAt: NOW,
          },
        ],
        diary: [
          { kind: "appointment", note: "My voice is low in the mornings." },
          { kind: "event", title: "Garden party" },
        ],
        newsletter: [{ email: adasEmail }],
        newsletterEvents: [{ kind: "asked" }],
        notes: [{ phone: "0412 345 678", notes: "Plays the viola." }],
      });
      expect(exported.quotes.map(({ slug }) => slug).sort()).toEqual(["accepted", "pending"]);
      expect(exported.quoteEvents.map(({ kind }) => kind)).toEqual(["accepted"]);
      expect(exported.emails.map(({ kind }) => kind).sort()).toEqual([
        "acceptance-notice",
        "acceptance-receipt",
        "contact-acknowledgement",
        "contact-message",
        "newsletter-welcome",
      ]);
      expect(exported.changes.map(({ action }) => action)).toEqual([
        "added",
        "changed",
        "deleted",
        "wrote",
      ]);
      expect(exported.changes[1]).toMatchObject({ after: adasBookingEdit });
      expect(JSON.stringify(exported)).not.toContain("Bada");
      expect((await db.select().from(auditEntries).orderBy(auditEntries.id)).at(-1)).toMatchObject({
        action: "exported",
        label: `of ${adasEmail}`,
      });
    },
  );

  dbTest(
    "has a quote that the person accepted with another email than the client's",
    async ({ db }) => {
      await aQuote(db, {});
      await acceptQuote(db, anAcceptance({ clientEmail: "partner@client.example" }), NOW);
      expect(
        (await exportPerson(db, owner, { address: "partner@client.example" }, NOW)).quotes,
      ).toHaveLength(1);
    },
  );
});
