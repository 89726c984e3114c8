import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpResponse, postForm, postJson, send } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { type MailServer, startMailServer } from "#tests/fakes/smtp.ts";
import { createStore, databaseKinds, type TestStore } from "#tests/support/store.ts";

/* The function `submit-quote-acceptance` as another program calls it: over HTTP, all at once, and wrongly. */

const path = "/functions/submit-quote-acceptance";
const callers = 50;

const payload = {
  slug: "pending-quote",
  clientName: "Ada Client",
  clientEmail: "ada@client.example",
  wantsExtraHour: true,
  wantsRehearsal: false,
  totalAmount: 1,
  proposalDetails: {
    client: "Ada Client",
    dateOfEvent: "2026-06-20",
    time: "6:00–10:00pm",
    location: "Kew",
    preparedBy: "Imogen Hale",
  },
};

/** A quote as another program inserts it: the specification's columns and nothing of ours. */
const insertQuote = `insert into invoices (client_name, client_email, invoice_type, event_title, event_date, event_location, prepared_by, total_amount, accepted_at, rejected_at, slug, details)
  values ('Ada Client', 'ada@client.example', 'Live Piano Services Quote', 'Garden party', '2026-06-20', 'Kew', 'Imogen Hale', 1200, null, $2, $1, '{"note": "kept"}')`;

describe.for(databaseKinds)("submit-quote-acceptance on %s", (kind) => {
  let store: TestStore;
  let mail: MailServer;
  let site: Site;

  beforeAll(async () => {
    store = await createStore(kind);
    mail = await startMailServer();
    await store.look(async (query) => {
      await query(insertQuote, ["pending-quote", null]);
      await query(insertQuote, ["other-quote", null]);
      await query(insertQuote, ["rejected-quote", "2026-03-01T00:00:00Z"]);
    });
    site = await startSite(store.dataDir, {
      ...store.settings,
      SMTP_URL: mail.url,
      OWNER_EMAIL: "owner@example.com",
    });
  });

  afterAll(async () => {
    await site.kill();
    await mail.stop();
    store.remove();
  });

  test("refuses what is wrong in the words of the contract, as JSON and without a look inside", async () => {
    const { slug: _, ...withoutSlug } = payload;
    const raw = (body: string, type = "application/json") =>
      send(site.url, path, { method: "POST", headers: { "Content-Type": type }, body });
    const chunked = {
      method: "POST",
      headers: { "Content-Type": "application/json", "Transfer-Encoding": "chunked" },
      body: " ".repeat(70_000),
    };

    expect(refusal(await postJson(site.url, path, withoutSlug))).toEqual({
      status: 422,
      code: "invalid",
      message: "Quote slug is missing.",
      fields: { slug: "Quote slug is missing." },
    });
    expect(
      refusal(
        await postJson(site.url, path, {
          slug: "pending-quote",
          clientName: "A",
          clientEmail: "no",
        }),
      ),
    ).toMatchObject({
      status: 422,
      fields: {
        clientName: "Your full name is required.",
        clientEmail: "A valid email address is required.",
      },
    });
    expect(
      refusal(await postJson(site.url, path, { ...payload, acceptQuote: false })),
    ).toMatchObject({
      status: 422,
      fields: { acceptQuote: "You must accept the quote to proceed." },
    });
    expect(
      refusal(await postJson(site.url, path, { ...payload, slug: "no-such-quote" })),
    ).toMatchObject({ status: 404, code: "not-found" });
    expect(
      refusal(await postJson(site.url, path, { ...payload, slug: "rejected-quote" })),
    ).toMatchObject({ status: 409, code: "rejected" });
    expect(refusal(await postForm(site.url, path, { slug: "pending-quote" }))).toMatchObject({
      status: 415,
      code: "not-json",
    });
    expect(refusal(await raw(JSON.stringify(payload), "text/plain"))).toMatchObject({
      status: 415,
      code: "not-json",
    });
    expect(refusal(await raw('{"slug": '))).toMatchObject({ status: 400, code: "malformed" });
    expect(refusal(await raw("[]"))).toMatchObject({ status: 400, code: "malformed" });
    expect(refusal(await raw(""))).toMatchObject({ status: 400, code: "malformed" });
    expect(
      refusal(await postJson(site.url, path, { ...payload, clientName: "A".repeat(70_000) })),
    ).toMatchObject({ status: 413, code: "too-large" });
    expect(refusal(await send(site.url, path, chunked))).toMatchObject({
      status: 413,
      code: "too-large",
    });
    const got = await send(site.url, path);
    expect(refusal(got)).toMatchObject({ status: 405 });
    expect(got.headers.allow).toBe("POST");
    expect(refusal(await postJson(site.url, "/functions/no-such-function", payload))).toMatchObject(
      { status: 404, code: "not-found" },
    );
    expect(refusal(await postJson(site.url, "/functions/constructor", payload))).toMatchObject({
      status: 404,
      code: "not-found",
    });
  });

  test(`${callers} acceptances of one quote at once are one acceptance, one event, one letter to each side and ${callers} friendly answers`, async () => {
    const answers = await Promise.all(
      Array.from({ length: callers }, () => postJson(site.url, path, payload)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(callers).fill(200));
    for (const { text } of answers)
      expect(JSON.parse(text)).toMatchObject({
        message: "Quote accepted successfully!",
        totalAmount: 1550,
      });

    // Both letters were written in one transaction: the second must not wait for a later poll.
    await mail.waitFor(2, 10_000);
    expect(await site.stop()).toBe(0);
    const letters = mail.emails.map(({ envelopeTo, replyTo, subject }) => ({
      to: envelopeTo,
      replyTo: replyTo?.map(({ address }) => address),
      subject,
    }));
    expect(letters.toSorted((a, b) => a.subject!.localeCompare(b.subject!))).toEqual([
      {
        to: ["owner@example.com"],
        replyTo: ["ada@client.example"],
        subject: "Quote accepted by Ada Client",
      },
      {
        to: ["ada@client.example"],
        replyTo: ["owner@example.com"],
        subject: "Your booking confirmation: Garden party",
      },
    ]);

    await store.look(async (query) => {
      const quotes = await query(
        "select slug, total_amount, accepted_at is not null as accepted, rejected_at is not null as rejected, details from invoices order by slug",
      );
      const untouched = {
        total_amount: "1200.00",
        accepted: false,
        rejected: false,
        details: { note: "kept" },
      };
      expect(quotes).toMatchObject([
        { ...untouched, slug: "other-quote" },
        {
          slug: "pending-quote",
          total_amount: "1550.00",
          accepted: true,
          rejected: false,
          details: { note: "kept", selected_add_ons: { extraHour: true, rehearsal: false } },
        },
        { ...untouched, slug: "rejected-quote", rejected: true },
      ]);
      const events = await query(
        "select slug, kind, actor, data from quote_events join invoices on invoices.id = invoice_id",
      );
      expect(events).toMatchObject([
        {
          slug: "pending-quote",
          kind: "accepted",
          actor: "client",
          data: {
            claimedTotal: "1",
            total: 155_000,
            clientEmail: "ada@client.example",
            address: "127.0.0.1",
          },
        },
      ]);
      expect(await query("select kind, recipient, state from letters order by kind")).toEqual([
        { kind: "acceptance-notice", recipient: "owner@example.com", state: "sent" },
        { kind: "acceptance-receipt", recipient: "ada@client.example", state: "sent" },
      ]);
    });
  });
});

/** What a failed call says; everything else in it would be too much. */
function refusal({ status, headers, text }: HttpResponse): Record<string, unknown> {
  expect(headers["content-type"], text).toMatch(/^application\/json/);
  expect(text).not.toMatch(/node_modules|\.ts\b|\n\s+at /);
  const { error, ...rest } = JSON.parse(text) as { error: Record<string, unknown> };
  expect(rest).toEqual({});
  expect(error).toEqual({
    code: expect.any(String),
    message: expect.any(String),
    ...(error.fields !== undefined && { fields: expect.any(Object) }),
  });
  return { status, ...error };
}
