import { describe, expect } from "vitest";
import { dbTest } from "#tests/support/db.ts";
import { aDraft, aQuote, NOW, owner } from "#tests/support/factories.ts";
import { aSentQuote, LATER, quoteEmailInput, quoteRow } from "#tests/support/quotes.ts";
import { createQuote, editQuote, revisionOf } from "./drafts.server.ts";
import { laterEmails, quoteEmailFor } from "./sending.ts";
import { sendingFields } from "./email-record.server.ts";
import { sendingOf, sendQuote } from "./sending.server.ts";

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
