import { describe, expect } from "vitest";
import { emailFields } from "#app/features/email/fields.ts";
import { fill } from "#app/features/email/placeholders.ts";
import { dbTest } from "#tests/support/db.ts";
import { aQuote, NOW } from "#tests/support/factories.ts";
import { quoteFields } from "./email-record.server.ts";

type Given = Parameters<typeof aQuote>[1];

describe("a quote's fields in an email", () => {
  const cases: [string, Given, string, string][] = [
    ["amounts carry A$", { totalAmount: "1550.00" }, "{{total_amount}}", "A$1,550.00"],
    ["deposit and balance", {}, "{{deposit}} and {{balance}}", "A$600.00 and A$600.00"],
    [
      "times of its own",
      { eventStart: "12:00", eventEnd: "16:00", guests: 80 },
      "{{event_time}}, {{event_start}}, {{event_end}}, {{guests}}",
      "12:00–4:00 pm, 12:00 pm, 4:00 pm, 80",
    ],
    ["usual times", {}, "{{event_time}} {{event_start}}", "6:00–9:00 pm 6:00 pm"],
    ["times nobody knows", { invoiceType: "Tuning" }, "[{{event_time}}]", "[]"],
    ["no title", { eventTitle: null }, "{{event}}[{{event_title}}]", "your event[]"],
    ["no link for a draft", { slug: null, draft: true }, "[{{quote_link}}]", "[]"],
    [
      "details as lines of the price",
      {
        totalAmount: "1550.00",
        details: {
          rates: { base: "1200.00", extraHour: "350.00", rehearsal: "700.00" },
          selected_add_ons: { extraHour: true, rehearsal: false },
          offered_add_ons: { rehearsal: false },
        },
      },
      "{{details}}",
      "Live piano, 6:00–9:00 pm: A$1,200.00\nExtra performance hour until 10:00 pm: A$350.00",
    ],
    [
      "details of another program",
      {
        invoiceType: "Tuning",
        details: {
          rehearsal: true,
          sound_check: { startsAt: "5pm", byTheVenue: false },
          songs: ["One", "Two"],
          nothing: null,
          people: [{ name: "Bo" }],
        },
      },
      "{{details}}",
      "Songs: One, Two\nPeople, 1, name: Bo\nRehearsal: yes\n" +
        "Sound check, starts at: 5pm\nSound check, by the venue: no",
    ],
    ["no details", { invoiceType: "Tuning", details: null }, "[{{details}}]", "[]"],
  ];
  dbTest.for(cases)("%s", async ([, given, written, words], { db }) => {
    const record = quoteFields(await aQuote(db, given), undefined, NOW);
    expect(fill(written, record)).toBe(words);
  });

  dbTest("are all that are listed for quotes", async ({ db }) => {
    const record = quoteFields(await aQuote(db), undefined, NOW);
    expect(Object.keys(record).toSorted()).toEqual(Object.keys(emailFields.quotes).toSorted());
  });
});
