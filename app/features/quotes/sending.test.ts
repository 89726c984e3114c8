import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { emailFields, fieldName, fill } from "#app/features/email/fields.ts";
import { getNamedTemplate } from "#app/features/email/queries.server.ts";
import { emails, emailTemplates } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { aDraft, anAcceptance, aQuote, NOW, owner, refusedAs } from "#tests/support/factories.ts";
import {
  aSentQuote,
  eventKinds,
  LATER,
  newestEmail,
  quoteEmailInput,
  quoteRow,
} from "#tests/support/quotes.ts";
import { aTransport } from "#tests/support/newsletter.ts";
import { deliverEmail } from "#app/features/email/delivery.server.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { withdrawQuote } from "./decisions.server.ts";
import { createQuote, editQuote, revisionOf } from "./drafts.server.ts";
import { quoteFields, quoteUrl, sendingFields } from "./queries.server.ts";
import {
  previewQuoteEmail,
  sendingOf,
  sendQuote,
  laterEmails,
  quoteEmailFor,
  quoteEmailName,
} from "./sending.server.ts";

describe("sending a quote", () => {
  dbTest("gives a draft its link, once, and stores the email with it", async ({ db }) => {
    const quote = await aSentQuote(db);
    expect(quote).toMatchObject({
      draft: false,
      sentAt: NOW,
      slug: expect.stringMatching(/^[\w-]{22}$/),
    });
    const [sent] = await db.select().from(emails);
    expect(sent).toMatchObject({
      kind: "quote",
      recipient: "ada@client.example",
      subject: "Your quote",
      quoteId: quote.id,
    });
    expect(
      sent?.text.match(new RegExp(`http://localhost:3000/quotes/${quote.slug}`, "g"))?.length,
    ).toBeGreaterThanOrEqual(2);
    await sendQuote(db, owner, quote.id, quoteEmailInput, LATER);
    expect((await quoteRow(db, quote.id)).slug).toBe(quote.slug);
    expect(await eventKinds(db, quote.id)).toEqual(["sent", "sent"]);
  });

  dbTest("takes back an earlier email that waits; closing it, this one", async ({ db }) => {
    const { id } = await aSentQuote(db);
    await sendQuote(db, owner, id, quoteEmailInput, LATER);
    await withdrawQuote(db, owner, id, LATER);
    const { sent, transport } = aTransport();
    for (const email of await db.select().from(emails)) await deliverEmail(db, transport, email.id);
    expect(sent).toEqual([]);
    expect(await db.$count(emails, eq(emails.state, "expired"))).toBe(2);
  });

  onBoth("the same form twice sends one email", async ({ db }) => {
    const { id } = await aSentQuote(db);
    const send = () => sendQuote(db, owner, id, quoteEmailInput, LATER, "a key");
    expect(await Promise.all([send(), send()])).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await db.$count(emails)).toBe(2);
  });

  dbTest("the same form again is no failure after the client accepted", async ({ db }) => {
    const { id, slug } = await aSentQuote(db);
    const send = () => sendQuote(db, owner, id, quoteEmailInput, LATER, "a key");
    await send();
    await acceptQuote(db, anAcceptance({ slug: slug! }), LATER);
    expect(await send()).toMatchObject({ ok: true, quote: { acceptedAt: LATER } });
    expect(await eventKinds(db, id)).toEqual(["sent", "sent", "accepted"]);
  });

  dbTest("an expired quote is not sent", async ({ db }) => {
    const { id } = await createQuote(db, owner, aDraft({ validUntil: "2026-03-09" }), null, NOW);
    expect(await sendQuote(db, owner, id, quoteEmailInput, NOW)).toMatchObject(
      refusedAs("expired"),
    );
    expect(await db.select().from(emails)).toEqual([]);
  });

  dbTest("the email is the owner's template named Quote, or the default", async ({ db }) => {
    const quote = await aSentQuote(db, { validUntil: "2026-04-01" });
    const draftOf = async () =>
      quoteEmailFor(sendingFields(quote), await getNamedTemplate(db, quoteEmailName));
    expect(await draftOf()).toMatchObject({
      subject: "Your quote for Garden party",
      body: expect.stringContaining("It's valid until Wednesday, 1 April 2026."),
    });
    await db.insert(emailTemplates).values({
      name: "quote",
      subject: "{{event_title}} on {{ event_date }}",
      body: "Hello {{client_name}}, {{whatever}} {{quote_link}}",
    });
    expect(await draftOf()).toMatchObject({
      subject: "Garden party on Saturday, 20 June 2026",
      body: "Hello Ada Client, {{whatever}} {{quote_link}}",
    });
  });

  dbTest("an email with a gap is sent only when the owner says so", async ({ db }) => {
    const { id } = await createQuote(db, owner, aDraft({ eventLocation: null }), null, NOW);
    const gappy = { subject: "Quote", body: "In {{event_location}}{{whatever}}: {{quote_link}}" };
    expect(await sendQuote(db, owner, id, gappy, NOW)).toMatchObject({
      ok: false,
      reason: "incomplete",
      missing: ["event_location", "whatever"],
    });
    expect([await db.$count(emails), (await quoteRow(db, id)).draft]).toEqual([0, true]);
    expect(await sendQuote(db, owner, id, { ...gappy, anyway: true }, NOW)).toMatchObject({
      ok: true,
    });
    expect((await newestEmail(db)).text).toContain("In : http://localhost:3000/quotes/");
  });
});

describe("the next email of a quote", () => {
  dbTest("is the first of a draft", async ({ db }) => {
    expect(await sendingOf(db, await createQuote(db, owner, aDraft(), null, NOW))).toBe("first");
  });

  dbTest("is the first of a quote that another program wrote", async ({ db }) => {
    expect(await sendingOf(db, await aQuote(db))).toBe("first");
  });

  dbTest("is a reminder once the quote was sent", async ({ db }) => {
    expect(await sendingOf(db, await aSentQuote(db))).toBe("reminder");
  });

  dbTest(
    "brings the new version after a change, and is a reminder again after that",
    async ({ db }) => {
      const sent = await aSentQuote(db);
      await editQuote(db, owner, sent.id, revisionOf(sent), aDraft({ base: 1300_00 }), LATER);
      expect(await sendingOf(db, await quoteRow(db, sent.id))).toBe("update");
      await sendQuote(db, owner, sent.id, quoteEmailInput, LATER);
      expect(await sendingOf(db, await quoteRow(db, sent.id))).toBe("reminder");
    },
  );

  dbTest("names the last day of a quote that has one, and reads well without", async ({ db }) => {
    const timed = await aSentQuote(db, { validUntil: "2026-04-01" });
    const { subject, body } = quoteEmailFor(sendingFields(timed), laterEmails().reminder);
    expect(subject).toBe("A reminder: your quote for Garden party");
    expect(body).toContain("is still open. It's valid until Wednesday, 1 April 2026. You can see");
    const endless = quoteEmailFor(sendingFields(await aSentQuote(db)), laterEmails().reminder);
    expect(endless.body).toContain("is still open. You can see");
  });
});

describe("the preview of the email that sends a quote", () => {
  dbTest("is, to the byte, the email but for the address behind its button", async ({ db }) => {
    const quote = await aSentQuote(db, { validUntil: "2026-04-01" });
    const body = `Hi {{${fieldName("first_name")}}},\n\nfor {{event_date}}.\n\nWarmly,\nImogen`;
    const shown = await previewQuoteEmail(db, owner, quote, body, LATER);
    const typed = "Hi {{first_name}},\n\nfor {{event_date}}.\n\nWarmly,\nImogen";
    await sendQuote(db, owner, quote.id, { subject: "Your quote", body: typed }, LATER);
    const { html } = await newestEmail(db);
    expect(shown).toBe(html.replace(quoteUrl(quote.slug!), "#"));
    expect(shown).toContain("A$1,200.00");
  });

  dbTest("begins with the text of the form", async ({ db }) => {
    const draft = await createQuote(db, owner, aDraft({}), null, NOW);
    expect(await previewQuoteEmail(db, owner, draft, null, NOW)).toContain("Thanks for getting in");
    const quote = await aSentQuote(db);
    expect(await previewQuoteEmail(db, owner, quote, null, LATER)).toContain("a quick reminder");
  });

  dbTest("says where the email would have a gap", async ({ db }) => {
    const draft = await createQuote(db, owner, aDraft({ guests: null }), null, NOW);
    const body = "For {{guests}}{{valid_until_sentence}}, <b>{{nope}}</b>";
    const shown = await previewQuoteEmail(db, owner, draft, body, NOW);
    expect(shown).toMatch(/For <mark [^>]*>\[no number of guests here\]<\/mark>, &lt;b&gt;<mark/);
    expect(shown).toContain("[“nope” can&#x27;t be filled in]</mark>&lt;/b&gt;");
  });
});

dbTest(
  "a text with the price details and the email around it say each of them once",
  async ({ db }) => {
    const quote = await aSentQuote(db);
    const body = "It contains:\n\n{{details}}";
    await sendQuote(db, owner, quote.id, { subject: "Your quote", body }, LATER);
    const { text } = await newestEmail(db);
    expect(text.match(/^Live piano, 6:00–9:00 pm: A\$1,200\.00$/gm)).toHaveLength(1);
    expect(text.match(/^Total: A\$1,200\.00$/gm)).toHaveLength(1);
  },
);

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
