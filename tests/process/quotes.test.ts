import { describe, expect, test } from "vitest";
import { refusal } from "#tests/support/api-refusal.ts";
import { insertQuote } from "#tests/support/quote-rows.ts";
import { postForm, postJson, secretHeaders, send, visibleText } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { TestStore } from "#tests/support/store.ts";

/* Quotes on the built site: their functions and their pages. */

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
let owner: Record<string, string>;

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store } = shared);
  owner = { Cookie: shared.owner };
  await store.withConnection(async (query) => {
    for (const slug of [
      "pending-quote",
      "repeated",
      "broken",
      "accepted",
      "broken-no",
      "looked-at",
    ])
      await insertQuote(query, { slug });
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

test("another's acceptance is told what was accepted, by the function and on the page", async () => {
  const first = { ...client, slug: "repeated", wantsRehearsal: true };
  const other = { ...first, clientEmail: "eve@client.example" };
  expect(await accept(first)).toMatchObject({ status: 200 });
  const message =
    "This quote has already been accepted, for A$1,900.00 with Pre-event 2-hour rehearsal. Nothing has changed.";
  expect(await accept(other)).toEqual({ status: 409, error: { code: "accepted", message } });
  const form = { ...client, clientEmail: other.clientEmail, acceptQuote: "on" };
  const page = await postForm(site.url, "/quotes/repeated", form);
  expect([page.status, visibleText(page.text)]).toEqual([
    409,
    expect.stringContaining("This quote has already been accepted; nothing has changed."),
  ]);
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
  const accepted = { message: "Quote accepted successfully!", totalAmount: 400, total: "A$400.00" };
  expect(await accept(springPayload, springPath)).toEqual({ status: 200, ...accepted });
  expect(await accept(springPayload, springPath)).toEqual({ status: 200, ...accepted });
  expect(await eventsOf("spring-quote")).toMatchObject([{ data: { claimedTotal: "1" } }]);
});

describe("text that a JSON column refuses is repaired", () => {
  test("in an acceptance on the page", async () => {
    const totalAmount = `\u0000${"x".repeat(39)}🎹`;
    const form = { ...client, acceptQuote: "on", clientName: "Ada\u0000 Client", totalAmount };
    expect(await postForm(site.url, "/quotes/accepted", form)).toMatchObject({ status: 303 });
    expect(await eventsOf("accepted")).toMatchObject([
      { data: { claimedTotal: `${"x".repeat(39)}🎹` } },
    ]);
  });

  test("in the reason for declining", async () => {
    const form = { intent: "decline", version: "1", reason: "No\u0000." };
    const tooLong = { ...form, reason: "x".repeat(501) };
    expect((await postForm(site.url, "/quotes/broken-no", tooLong)).status).toBe(422);
    expect(await postForm(site.url, "/quotes/broken-no", form)).toMatchObject({ status: 303 });
    const open = "select from invoices where slug = 'broken-no' and rejected_at is null";
    expect(await store.query(open)).toEqual([]);
  });

  test("in a path or a search, which find nothing", async () => {
    for (const page of ["/quotes/%00", "/quotes/%00/quote.pdf", "/admin/quotes?q=%00"])
      expect((await send(site.url, page, { headers: owner })).status, page).toBeLessThan(500);
  });
});

test("only page views by others than the owner count", async () => {
  const page = "/quotes/looked-at";
  const html = { Accept: "text/html" };
  const browser = { ...html, "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate" };
  await send(site.url, page, { headers: browser });
  await send(site.url, page, { headers: { ...browser, ...owner } });
  for (const header of ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"])
    await send(site.url, page, { headers: { ...browser, [header]: "prefetch" } });
  // A mail scanner, and a page that asks for the quote without showing it.
  await send(site.url, page, { headers: html });
  await send(site.url, page, { headers: { ...browser, "Sec-Fetch-Dest": "empty" } });
  await send(site.url, page, { method: "HEAD", headers: browser });
  await send(site.url, `${page}.data`);
  await postForm(site.url, page, { clientName: "A" }, browser);
  const views = await store.query("select views from invoices where slug = 'looked-at'");
  expect(views).toEqual([{ views: 1 }]);
});

test("a quote's page, its data and its PDF are not cached, indexed or sent as a referrer", async () => {
  const ends = ["", ".data", "/quote.pdf"];
  for (const page of ["/quotes/accepted", "/quotes/nobody"])
    for (const end of ends)
      expect((await send(site.url, page + end)).headers, page + end).toMatchObject(secretHeaders);
});

test("the PDF of an accepted quote is a booking confirmation; of none, there is none", async () => {
  const pdf = await send(site.url, "/quotes/accepted/quote.pdf");
  expect(pdf).toMatchObject({
    status: 200,
    headers: {
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="booking-confirmation.pdf"',
    },
  });
  expect(pdf.body.subarray(0, 5).toString()).toBe("%PDF-");
  expect((await send(site.url, "/quotes/nobody/quote.pdf")).status).toBe(404);
});
