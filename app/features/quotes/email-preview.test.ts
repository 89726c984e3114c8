import { describe, expect } from "vitest";
import { fieldName } from "#app/features/email/fields.ts";
import { dbTest } from "#tests/support/db.ts";
import { aDraft, NOW, owner } from "#tests/support/factories.ts";
import { aSentQuote, LATER, newestEmail } from "#tests/support/quotes.ts";
import { createQuote } from "./drafts.server.ts";
import { sendQuote, previewQuoteEmail } from "./sending.server.ts";
import { quoteUrl } from "./email-record.server.ts";

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
