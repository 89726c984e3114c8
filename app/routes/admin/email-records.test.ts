import { describe, expect } from "vitest";
import { aboutKinds, emailFields, type AboutKind, fill } from "#app/features/email/fields.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anEntry } from "#tests/support/diary.ts";
import { aBooking, aMessage, anInvoice, aQuote, owner } from "#tests/support/factories.ts";
import { emailSource } from "./email-records.server.ts";

const make: Record<AboutKind, (db: Db) => Promise<{ id: string }>> = {
  quotes: aQuote,
  invoices: anInvoice,
  appointments: anEntry,
  "ameb-bookings": aBooking,
  inbox: aMessage,
};

const filled = async (db: Db, kind: AboutKind, id: string, text: string) => {
  const found = await emailSource(owner, { kind, id }).read(db);
  return fill(text, found!.record);
};

dbTest.for(aboutKinds)(
  "%s have a value for each field, a name among them",
  async (kind, { db }) => {
    const { id } = await make[kind](db);
    const found = await emailSource(owner, { kind, id }).read(db);
    expect(Object.keys(found!.record).toSorted()).toEqual(
      Object.keys(emailFields[kind]).toSorted(),
    );
    expect([found!.record.client_name, found!.record.first_name]).not.toContain("");
  },
);

describe("an AMEB booking", () => {
  dbTest("greets the family and names what is known", async ({ db }) => {
    const { id } = await aBooking(db, {
      studentParentName: "Mei and Lucas Tan",
      serviceRequired: ["Both Exam Day & Rehearsal"],
      rehearsalMinutes: 30,
      rehearsalDate: "2026-06-13",
      rehearsalTime: "16:00",
      candidateName: "Lucas",
      examVenue: "Hawthorn",
      works: "Seitz",
    });
    const text =
      "{{first_name}}: {{candidate_name}}, {{services}}, {{exam_date}} at {{exam_time}}, " +
      "{{exam_venue}}, {{rehearsal_date}} {{rehearsal_time}}, {{works}}, {{sheet_music_due_date}}";
    expect(await filled(db, "ameb-bookings", id, text)).toBe(
      "Mei and Lucas: Lucas, exam-day accompanying and a 30-minute rehearsal, " +
        "Saturday, 20 June 2026 at 10:40 am, Hawthorn, Saturday, 13 June 2026 4:00 pm, Seitz, " +
        "Saturday, 6 June 2026",
    );
  });

  dbTest("keeps the column names, whose arrays are joined", async ({ db }) => {
    const { id } = await aBooking(db, { serviceRequired: ["One", "Two"], examDate: null });
    expect(
      await filled(
        db,
        "ameb-bookings",
        id,
        "{{student_parent_name}} {{service_required}} {{services}}[{{exam_date}}{{works}}]",
      ),
    ).toBe("Mei Tan One, Two One, Two[]");
  });
});

dbTest("a live piano enquiry names its event, a message none", async ({ db }) => {
  const text = "{{first_name}} {{event_date}} {{event_time}} {{event_location}} {{guests}}";
  const event = {
    firstName: "Ros",
    lastName: "A",
    phone: "",
    suburb: "Kew",
    pianoType: "",
    eventDescription: "",
    eventDate: "2026-06-20",
    startTime: "12:00",
    endTime: "16:00",
    guests: 40,
  };
  const enquiry = await aMessage(db, { event });
  expect(await filled(db, "inbox", enquiry.id, text)).toBe(
    "Ros Saturday, 20 June 2026 12:00–4:00 pm Kew 40",
  );
  const message = await aMessage(db, { name: "Piet Lindqvist" });
  expect(await filled(db, "inbox", message.id, text)).toBe("Piet    ");
});
