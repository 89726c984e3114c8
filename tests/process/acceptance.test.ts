import { expect, test } from "vitest";
import { refusal } from "#tests/support/api-refusal.ts";
import { insertQuote } from "#tests/support/quote-rows.ts";
import { postJson, send } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { TestStore } from "#tests/support/store.ts";

const path = "/functions/submit-quote-acceptance";
const springPath = "/functions/submit-spring-musical-quote";
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

let store: TestStore;
let site: Site;

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store } = shared);
  await store.withConnection(async (query) => {
    for (const slug of ["pending-quote", "repeated", "broken"]) await insertQuote(query, { slug });
    await insertQuote(query, { slug: "rejected-quote", more: { rejected_at: "2026-03-01" } });
    for (const slug of ["spring-quote", "broken-spring"])
      await insertQuote(query, { slug, type: "Spring Musical Quote", total: 400 });
  });
});

const eventsOf = (slug: string) =>
  store.query<{ kind: string; actor: string; data: Record<string, unknown> }>(
    "select kind, actor, data from quote_events join invoices on invoices.id = invoice_id where slug = $1",
    [slug],
  );
const accept = async (fields: object, to = path) => {
  const { status, text } = await postJson(site.url, to, fields);
  return { status, ...(JSON.parse(text) as Record<string, unknown>) };
};

test("twelve acceptances of one quote at once get the same answer, and are one event", async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => accept(payload)));
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 200,
      message: "Quote accepted successfully!",
      totalAmount: 1550,
    });
  const event = { kind: "accepted", actor: "client", data: { claimedTotal: "1" } };
  expect(await eventsOf("pending-quote")).toMatchObject([event]);
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
  expect(await eventsOf("spring-quote")).toMatchObject([{ data: { claimedTotal: "1" } }]);
});
