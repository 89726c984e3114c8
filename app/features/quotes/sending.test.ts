import { describe, expect } from "vitest";
import { getNamedTemplate } from "#app/features/email/queries.server.ts";
import { emailTemplates, emails } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { aDraft, anAcceptance, NOW, owner } from "#tests/support/factories.ts";
import {
  aSentQuote,
  eventKinds,
  LATER,
  newestEmail,
  quoteEmailInput,
  quoteRow,
} from "#tests/support/quotes.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { createQuote } from "./drafts.server.ts";
import { quoteEmailFor, quoteEmailName } from "./sending.ts";
import { sendingFields } from "./email-record.server.ts";
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
      quoteId: quote.id,
    });
    expect(
      sent?.text.match(new RegExp(`http://localhost:3000/quotes/${quote.slug}`, "g"))?.length,
    ).toBeGreaterThanOrEqual(2);
    await sendQuote(db, owner, quote.id, quoteEmailInput, LATER);
    expect((await quoteRow(db, quote.id)).slug).toBe(quote.slug);
    expect(await eventKinds(db, quote.id)).toEqual(["sent", "sent"]);
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
    expect(await sendQuote(db, owner, id, quoteEmailInput, NOW)).toMatchObject({
      ok: false,
      reason: "expired",
    });
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
