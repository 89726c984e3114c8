import { beforeAll, describe, expect, test } from "vitest";
import type { MailServer } from "#tests/fakes/smtp.ts";
import { refusal } from "#tests/support/api-refusal.ts";
import { insertQuote } from "#tests/support/quote-rows.ts";
import { postForm, postJson, send } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { TestStore } from "#tests/support/store.ts";

const path = "/functions/submit-quote-acceptance";
const springPath = "/functions/submit-spring-musical-quote";
const callers = 12;
const client = { clientName: "Ada Client", clientEmail: "ada@client.example" };

const payload = {
  ...client,
  slug: "pending-quote",
  wantsExtraHour: true,
  wantsRehearsal: false,
  totalAmount: 1,
  proposalDetails: { client: "Ada Client", dateOfEvent: "2026-06-20", location: "Kew" },
};

const springPayload = {
  ...client,
  slug: "spring-quote",
  acceptQuote: true,
  totalBaseInvoice: 1,
  onSitePerformanceCost: 300,
  showPreparationFee: 100,
  rehearsalBundleCostPerStudent: { 15: 30 },
};

const mustAccept = { acceptQuote: "You must accept the quote to proceed." };
const noSlug = { slug: "Quote slug is missing." };

/** A list in a list in a list, so many deep. */
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

let store: TestStore;
let mail: MailServer;
let site: Site;

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store, mail } = shared);
  await store.withConnection(async (query) => {
    for (const slug of ["pending-quote", "other-quote"])
      await insertQuote(query, { slug, more: { details: '{"note": "kept"}' } });
    for (const slug of ["tampered", "repeated", "broken"]) await insertQuote(query, { slug });
    await insertQuote(query, { slug: "rejected-quote", more: { rejected_at: "2026-03-01" } });
    await insertQuote(query, { slug: "unknown-kind", type: "Corporate evening", total: 555.5 });
    for (const slug of ["spring-quote", "broken-spring"])
      await insertQuote(query, { slug, type: "Spring Musical Quote", total: 400 });
    await insertQuote(query, { slug: "winter-quote", type: "Winter Musical Quote", total: 400 });
  });
});

const quoteOf = async (slug: string) => {
  const [quote] = await store.query(
    "select total_amount, details, accepted_at is not null as accepted from invoices where slug = $1",
    [slug],
  );
  return quote;
};
const eventsOf = (slug: string) =>
  store.query<{ kind: string; actor: string; data: Record<string, unknown> }>(
    "select kind, actor, data from quote_events join invoices on invoices.id = invoice_id where slug = $1",
    [slug],
  );
const accept = async (fields: object, to = path) => {
  const { status, text } = await postJson(site.url, to, fields);
  return { status, ...(JSON.parse(text) as Record<string, unknown>) };
};

describe(`${callers} acceptances of one quote at once`, () => {
  let answers: Awaited<ReturnType<typeof accept>>[];

  beforeAll(async () => {
    answers = await Promise.all(Array.from({ length: callers }, () => accept(payload)));
  });

  test("all get the same answer", () => {
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 200,
        message: "Quote accepted successfully!",
        totalAmount: 1550,
      });
  });

  test("send one email to each side, at once", async () => {
    await mail.waitFor(2);
    const sent = mail.emails.map(({ envelopeTo, replyTo, subject }) => ({
      to: envelopeTo,
      replyTo: replyTo?.map(({ address }) => address),
      subject,
    }));
    expect(sent.toSorted((a, b) => a.subject!.localeCompare(b.subject!))).toEqual([
      {
        to: ["owner@example.com"],
        replyTo: ["ada@client.example"],
        subject: "Quote accepted by Ada Client",
      },
      {
        to: ["ada@client.example"],
        replyTo: ["owner@example.com"],
        subject: "Your booking confirmation: Party",
      },
    ]);
    const stored = () => store.query("select kind, recipient, state from letters order by kind");
    await expect.poll(stored).toEqual([
      { kind: "acceptance-notice", recipient: "owner@example.com", state: "sent" },
      { kind: "acceptance-receipt", recipient: "ada@client.example", state: "sent" },
    ]);
  });

  test("accept that quote and no other", async () => {
    const details = { note: "kept", selected_add_ons: { extraHour: true, rehearsal: false } };
    const accepted = { accepted: true, total_amount: "1550.00", details };
    const untouched = { accepted: false, total_amount: "1200.00", details: { note: "kept" } };
    expect(await quoteOf("pending-quote")).toMatchObject(accepted);
    expect(await quoteOf("other-quote")).toMatchObject(untouched);
  });

  test("are one event, with email and client IP", async () => {
    expect(await eventsOf("pending-quote")).toMatchObject([
      {
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
  });
});

test.for([
  ["no slug", { ...payload, slug: undefined }, noSlug],
  [
    "a short name and no email",
    { slug: "pending-quote", clientName: "A", clientEmail: "no" },
    {
      clientName: "Your full name is required.",
      clientEmail: "A valid email address is required.",
    },
  ],
  ["a No", { ...payload, acceptQuote: false }, mustAccept],
] as const)("refuses %s with a message for each field", async ([, fields, messages]) => {
  expect(refusal(await postJson(site.url, path, fields))).toEqual({
    status: 422,
    code: "invalid",
    message: Object.values(messages)[0],
    fields: messages,
  });
});

test("refuses a quote that does not exist or is rejected", async () => {
  const missing = await postJson(site.url, path, { ...payload, slug: "no-such-quote" });
  expect(refusal(missing)).toMatchObject({ status: 404, code: "not-found" });
  const rejected = await postJson(site.url, path, { ...payload, slug: "rejected-quote" });
  expect(refusal(rejected)).toMatchObject({ status: 409, code: "rejected" });
});

test("accepts JSON objects only", async () => {
  const raw = (body: string, type = "application/json") =>
    send(site.url, path, { method: "POST", headers: { "Content-Type": type }, body });
  const notJson = { status: 415, code: "not-json" };
  expect(refusal(await postForm(site.url, path, { slug: "pending-quote" }))).toMatchObject(notJson);
  expect(refusal(await raw(JSON.stringify(payload), "text/plain"))).toMatchObject(notJson);
  for (const body of ['{"slug": ', "[]", ""])
    expect(refusal(await raw(body)), body).toMatchObject({ status: 400, code: "malformed" });
});

test("refuses a body that is too large", async () => {
  const headers = { "Content-Type": "application/json", "Transfer-Encoding": "chunked" };
  const chunked = { method: "POST", headers, body: " ".repeat(70_000) };
  const large = { ...payload, clientName: "A".repeat(70_000) };
  const tooLarge = { status: 413, code: "too-large" };
  expect(refusal(await postJson(site.url, path, large))).toMatchObject(tooLarge);
  expect(refusal(await send(site.url, path, chunked))).toMatchObject(tooLarge);
  const deep = { ...springPayload, onSitePerformanceCost: nested(40) };
  expect(refusal(await postJson(site.url, springPath, deep))).toMatchObject({ status: 400 });
});

test("answers POST only, under the names of functions", async () => {
  const got = await send(site.url, path);
  expect(refusal(got)).toMatchObject({ status: 405 });
  expect(got.headers.allow).toBe("POST");
  for (const name of ["no-such-function", "constructor"])
    expect(refusal(await postJson(site.url, `/functions/${name}`, payload))).toMatchObject({
      status: 404,
      code: "not-found",
    });
});

test("accepts an unknown type at its own total", async () => {
  const accepted = await accept({ ...client, slug: "unknown-kind" });
  expect(accepted).toMatchObject({ status: 200, totalAmount: 555.5 });
  expect(await quoteOf("unknown-kind")).toMatchObject({ accepted: true, total_amount: "555.50" });
});

test("ignores the figures of a request, and records another total", async () => {
  const figures = { wantsRehearsal: true, totalAmount: 0.01, proposalDetails: { total: 1 } };
  const accepted = await accept({ ...client, ...figures, slug: "tampered" });
  expect(accepted).toMatchObject({ totalAmount: 1900 });
  expect(await quoteOf("tampered")).toMatchObject({ accepted: true, total_amount: "1900.00" });
  expect(await eventsOf("tampered")).toMatchObject([{ data: { claimedTotal: "0.01" } }]);
});

test("answers a repeat with success, and any other acceptance with what was accepted", async () => {
  const first = { ...client, slug: "repeated", wantsRehearsal: true };
  const message =
    "This quote has already been accepted, for A$1,900.00 with Pre-event 2-hour rehearsal. Nothing has changed.";
  expect(await accept(first)).toMatchObject({ status: 200 });
  expect(await accept(first)).toMatchObject({ status: 200 });
  for (const other of [
    { wantsRehearsal: false },
    { wantsExtraHour: true },
    { clientEmail: "eve@client.example" },
  ])
    expect(await accept({ ...first, ...other })).toEqual({
      status: 409,
      error: { code: "accepted", message },
    });
});

test("repairs text that a JSON column refuses, including names and nested values", async () => {
  const broken = {
    ...client,
    clientName: "Ada \ud83c Client\u0000",
    totalAmount: `\u0000${"🎹".repeat(41)}\ud83c`,
    proposalDetails: { "a\u0000": ["\udc00"] },
  };
  expect(await accept({ ...broken, slug: "broken" })).toMatchObject({ status: 200 });
  expect(await eventsOf("broken")).toMatchObject([{ data: { claimedTotal: "🎹".repeat(40) } }]);
  const spring = {
    ...springPayload,
    ...broken,
    slug: "broken-spring",
    totalBaseInvoice: { "\u0000": "\ud800" },
    onSitePerformanceCost: `${"x".repeat(39)}🎹`,
  };
  expect(await accept(spring, springPath)).toMatchObject({ status: 200 });
  const noted = { data: { claimedTotal: '{"":"\ufffd"}' } };
  expect(await eventsOf("broken-spring")).toMatchObject([noted]);
});

test.for(["winter-quote", "other-quote"])(
  "submit-spring-musical-quote does not find %s, which is of another type",
  async (slug) => {
    const refused = await postJson(site.url, springPath, { ...springPayload, slug });
    expect(refusal(refused)).toMatchObject({ status: 404, code: "not-found" });
    expect(await quoteOf(slug)).toMatchObject({ accepted: false });
  },
);

test.for([
  ["a No", { acceptQuote: false }, mustAccept],
  ["no answer", { acceptQuote: undefined }, mustAccept],
  ["no slug", { slug: "" }, noSlug],
] as const)("submit-spring-musical-quote refuses %s", async ([, other, fields]) => {
  const refused = await postJson(site.url, springPath, { ...springPayload, ...other });
  expect(refusal(refused)).toMatchObject({ status: 422, fields });
});

test("submit-spring-musical-quote accepts its type at its own price, twice alike", async () => {
  const accepted = {
    message: "Quote accepted successfully!",
    totalAmount: 400,
    total: "A$400.00",
  };
  expect(await accept(springPayload, springPath)).toEqual({ status: 200, ...accepted });
  expect(await accept(springPayload, springPath)).toEqual({ status: 200, ...accepted });
  expect(await quoteOf("spring-quote")).toMatchObject({ total_amount: "400.00" });
  expect(await eventsOf("spring-quote")).toMatchObject([{ data: { claimedTotal: "1" } }]);
});
