import { describe, expect } from "vitest";
import { emailTemplates, emails } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { aDraft, NOW, owner } from "#tests/support/factories.ts";
import { aSentQuote, eventKinds, LATER, quoteEmailInput, quoteRow } from "#tests/support/quotes.ts";
import { createQuote } from "./drafts.server.ts";
import { quoteEmailFor } from "./email-copy.ts";
import { getQuoteTemplate } from "./queries.server.ts";
import { sendQuote } from "./sending.server.ts";

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
      invoiceId: quote.id,
    });
    expect(
      sent?.text.match(new RegExp(`http://localhost:3000/quotes/${quote.slug}`, "g"))?.length,
    ).toBeGreaterThanOrEqual(2);
    await sendQuote(db, owner, quote.id, quoteEmailInput, LATER);
    expect((await quoteRow(db, quote.id)).slug).toBe(quote.slug);
    expect(await eventKinds(db, quote.id)).toEqual(["sent", "sent"]);
  });

  dbTest("the same form twice sends one email", async ({ db }) => {
    const { id } = await aSentQuote(db);
    const send = () => sendQuote(db, owner, id, quoteEmailInput, LATER, "a key");
    expect(await Promise.all([send(), send()])).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await db.$count(emails)).toBe(2);
  });

  dbTest("an expired quote is not sent", async ({ db }) => {
    const { id } = await createQuote(db, owner, aDraft({ validUntil: "2026-03-09" }), null, NOW);
    expect(await sendQuote(db, owner, id, quoteEmailInput, NOW)).toMatchObject({
      ok: false,
      reason: "expired",
    });
    expect(await db.select().from(emails)).toEqual([]);
  });

  dbTest(
    "the email is the owner's template named Quote, or the default; unknown placeholders are left out",
    async ({ db }) => {
      const quote = await aSentQuote(db, { validUntil: "2026-04-01" });
      expect(quoteEmailFor(quote, await getQuoteTemplate(db, owner))).toMatchObject({
        subject: "Your quote for Garden party",
        body: expect.stringContaining("It's valid until Wednesday, 1 April 2026."),
      });
      await db.insert(emailTemplates).values({
        name: "quote",
        subject: "{{event_title}} on {{ event_date }}",
        body: "Hello {{client_name}}, {{whatever}} {{quote_link}}",
      });
      const own = quoteEmailFor(quote, await getQuoteTemplate(db, owner));
      expect(own).toEqual({
        subject: "Garden party on Saturday, 20 June 2026",
        body: "Hello Ada Client, {{whatever}} {{quote_link}}",
      });
      await sendQuote(db, owner, quote.id, own, LATER);
      const [, again] = await db.select().from(emails).orderBy(emails.createdAt);
      expect(again?.text).toContain(`Hello Ada Client, http://localhost:3000/quotes/${quote.slug}`);
    },
  );
});
