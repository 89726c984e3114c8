import { describe, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, contactMessages } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { aDraft, aMessage, anAcceptance, NOW, owner } from "#tests/support/factories.ts";
import { LATER, quoteEmailInput, quoteRow } from "#tests/support/quotes.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { acceptOnBehalf, rejectQuote } from "./decisions.server.ts";
import { beginNewVersion, createQuote } from "./drafts.server.ts";
import { draftKindFor, draftValuesOf } from "./draft.ts";
import { listQuotesOfEnquiries } from "./queries.server.ts";
import { sendQuote } from "./sending.server.ts";

const anEnquiry = async (db: Db) => (await aMessage(db, { email: "ada@client.example" })).id;

async function stateOf(db: Db, id: string) {
  const [message] = await db.select().from(contactMessages).where(eq(contactMessages.id, id));
  return message!.state;
}

const setState = (db: Db, id: string, state: "new" | "archived") =>
  db.update(contactMessages).set({ state }).where(eq(contactMessages.id, id));

async function changesOf(db: Db, id: string) {
  return db.select().from(auditEntries).where(eq(auditEntries.subjectId, id));
}

async function aQuoteFor(db: Db, enquiryId: string) {
  return createQuote(db, owner, aDraft(), enquiryId, NOW);
}

const send = (db: Db, id: string) => sendQuote(db, owner, id, quoteEmailInput, NOW);

describe("an enquiry with a quote", () => {
  test("begins as live piano when it asks for an event, and by the hour when it doesn't", () => {
    const event = { suburb: "Kew" };
    expect(draftKindFor({ event })).toBe("live-piano");
    expect(draftKindFor({ event: null })).toBe("hourly");
    expect(draftKindFor(null)).toBe("live-piano");
  });

  dbTest("stays new while the quote is a draft", async ({ db }) => {
    const enquiry = await anEnquiry(db);
    await aQuoteFor(db, enquiry);
    expect(await stateOf(db, enquiry)).toBe("new");
  });

  dbTest("is answered by sending the quote, which the activity log says", async ({ db }) => {
    const enquiry = await anEnquiry(db);
    await send(db, (await aQuoteFor(db, enquiry)).id);
    expect(await stateOf(db, enquiry)).toBe("answered");
    expect(await changesOf(db, enquiry)).toMatchObject([
      {
        actor: owner.email,
        action: "changed",
        subjectKind: "message",
        before: { state: "new" },
        after: { state: "answered" },
        at: NOW,
      },
    ]);
  });

  dbTest("stays archived when the quote is sent", async ({ db }) => {
    const enquiry = await anEnquiry(db);
    const { id } = await aQuoteFor(db, enquiry);
    await setState(db, enquiry, "archived");
    await send(db, id);
    expect(await stateOf(db, enquiry)).toBe("archived");
    expect(await changesOf(db, enquiry)).toEqual([]);
  });

  dbTest("that is new again is answered by the client's acceptance", async ({ db }) => {
    const enquiry = await anEnquiry(db);
    const { id } = await aQuoteFor(db, enquiry);
    await send(db, id);
    await setState(db, enquiry, "new");
    const { slug } = await quoteRow(db, id);
    await acceptQuote(db, anAcceptance({ slug: slug! }), LATER);
    expect(await stateOf(db, enquiry)).toBe("answered");
    expect((await changesOf(db, enquiry)).at(-1)).toMatchObject({ actor: "client", at: LATER });
  });

  dbTest("that is new again stays new when the quote is rejected", async ({ db }) => {
    const enquiry = await anEnquiry(db);
    const { id } = await aQuoteFor(db, enquiry);
    await send(db, id);
    await setState(db, enquiry, "new");
    await rejectQuote(db, owner, id, LATER);
    expect(await stateOf(db, enquiry)).toBe("new");
  });

  dbTest("lists its quotes with state, amount and event, and no others", async ({ db }) => {
    const [one, other] = [await anEnquiry(db), await anEnquiry(db)];
    const first = await aQuoteFor(db, one);
    await send(db, first.id);
    const untitled = aDraft({ eventTitle: null, base: 1300_50 });
    const second = await createQuote(db, owner, untitled, one, LATER);
    await aQuoteFor(db, await anEnquiry(db));
    expect(await listQuotesOfEnquiries(db, owner, [one, other], LATER)).toEqual([
      { id: first.id, enquiryId: one, state: "pending", total: 1200_00, event: "Garden party" },
      {
        id: second.id,
        enquiryId: one,
        state: "draft",
        total: 1300_50,
        event: "Live Piano Services Quote",
      },
    ]);
    expect(await listQuotesOfEnquiries(db, owner, [])).toEqual([]);
    expect(await listQuotesOfEnquiries(db, owner, ["not an id"])).toEqual([]);
  });

  dbTest("is kept by a new version of its accepted quote", async ({ db }) => {
    const enquiry = await anEnquiry(db);
    const { id } = await aQuoteFor(db, enquiry);
    await send(db, id);
    await acceptOnBehalf(db, owner, id, NOW);
    const begun = await beginNewVersion(db, owner, id, LATER);
    expect(begun).toMatchObject({ ok: true, quote: { enquiryId: enquiry, draft: true } });
  });

  dbTest("is not taken over by a duplicate, which is for another event", async ({ db }) => {
    const quote = await aQuoteFor(db, await anEnquiry(db));
    expect(draftValuesOf(quote)).not.toHaveProperty("enquiryId");
  });
});
