import { describe, expect, test } from "vitest";
import { insertQuote } from "#tests/support/quote-rows.ts";
import { postForm, postJson, send, visibleText } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { TestStore } from "#tests/support/store.ts";

const client = { clientName: "Ada Client", clientEmail: "ada@client.example" };
const acceptanceForm = { ...client, acceptQuote: "on" };
const html = { Accept: "text/html" };

let store: TestStore;
let site: Site;
let owner: Record<string, string>;

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store } = shared);
  await store.withConnection(async (query) => {
    for (const slug of ["to-decline", "broken-form", "broken-no", "looked-at", "repeated"])
      await insertQuote(query, { slug });
    await insertQuote(query, { slug: "second-version", total: 1300, more: { version: 2 } });
  });
  owner = { Cookie: shared.owner };
});

const rowOf = async (slug: string) => {
  const [row] = await store.query(
    `select total_amount, accepted_at is not null as accepted,
         rejected_at is not null as rejected, closed_as, views
       from invoices where slug = $1`,
    [slug],
  );
  return row;
};
const claimedTotalOf = async (slug: string) => {
  const [event] = await store.query<{ claimed: string | null }>(
    `select data->>'claimedTotal' as claimed from quote_events
       join invoices on invoices.id = invoice_id where slug = $1 and kind = 'accepted'`,
    [slug],
  );
  return event?.claimed;
};
const accept = async (slug: string, payload: object = client) => {
  const path = "/functions/submit-quote-acceptance";
  const { status, text } = await postJson(site.url, path, { ...payload, slug });
  return { status, ...(JSON.parse(text) as Record<string, unknown>) };
};
const pageText = async (path: string) => visibleText((await send(site.url, path)).text);

test("another person's later acceptance is told that nothing has changed", async () => {
  expect(await accept("repeated", { ...client, wantsRehearsal: true })).toMatchObject({
    status: 200,
  });
  const other = { ...acceptanceForm, clientEmail: "eve@client.example" };
  const late = await postForm(site.url, "/quotes/repeated", { ...other, wantsRehearsal: "on" });
  expect(late.status).toBe(409);
  expect(visibleText(late.text)).toContain(
    "This quote has already been accepted; nothing has changed.",
  );
});

describe("text that a JSON column refuses is repaired", () => {
  test("in an acceptance on the page", async () => {
    const totalAmount = `\u0000${"x".repeat(39)}🎹`;
    const form = { ...acceptanceForm, clientName: "Ada\u0000 Client", totalAmount };
    expect(await postForm(site.url, "/quotes/broken-form", form)).toMatchObject({ status: 303 });
    expect(await claimedTotalOf("broken-form")).toBe(`${"x".repeat(39)}🎹`);
  });

  test("in the reason for declining", async () => {
    const form = { intent: "decline", version: "1", reason: "No\u0000." };
    expect(await postForm(site.url, "/quotes/broken-no", form)).toMatchObject({ status: 303 });
    expect(await rowOf("broken-no")).toMatchObject({ rejected: true });
  });

  test("in a path or a search, which find nothing", async () => {
    for (const path of ["/quotes/%00", "/quotes/%00/quote.pdf", "/admin/quotes?q=%00"])
      expect((await send(site.url, path, { headers: owner })).status, path).toBeLessThan(500);
  });
});

test("a newer version is shown instead of accepted, and can then be accepted", async () => {
  const path = "/quotes/second-version";
  expect(await accept("second-version")).toMatchObject({
    error: { code: "stale", message: expect.stringContaining("version 2") },
  });
  const stale = await postForm(site.url, path, { ...acceptanceForm, version: "1" });
  expect(stale.status).toBe(409);
  expect(visibleText(stale.text)).toContain(
    "This quote has changed since you opened it, so nothing was recorded. Here's the current version.",
  );
  expect(visibleText(stale.text)).toContain("A$1,300.00");
  expect(await postForm(site.url, path, { ...acceptanceForm, version: "2" })).toMatchObject({
    status: 303,
    headers: {
      location: expect.stringMatching(/^\/live-piano-services\/quote-confirmation\?quote=/),
    },
  });
  expect(await rowOf("second-version")).toMatchObject({ total_amount: "1300.00" });
});

test("declining is recorded, and an acceptance after it is refused", async () => {
  const path = "/quotes/to-decline";
  const no = { intent: "decline", version: "1" };
  const tooLong = { ...no, reason: "x".repeat(501) };
  expect(await postForm(site.url, path, tooLong)).toMatchObject({ status: 422 });
  expect(await postForm(site.url, path, { ...no, reason: "Too far." })).toMatchObject({
    status: 303,
    headers: { location: `${path}#outcome` },
  });
  expect(await pageText(path)).toContain("You declined this quote");
  expect(await accept("to-decline")).toMatchObject({ status: 409, error: { code: "declined" } });
  expect(await rowOf("to-decline")).toMatchObject({ rejected: true, closed_as: "declined" });
});

test("only page views by others than the owner count", async () => {
  const path = "/quotes/looked-at";
  const browser = { ...html, "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate" };
  await send(site.url, path, { headers: browser });
  await send(site.url, path, { headers: { ...browser, ...owner } });
  for (const header of ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"])
    await send(site.url, path, { headers: { ...browser, [header]: "prefetch" } });
  // A mail scanner, and a page that asks for the quote without showing it.
  await send(site.url, path, { headers: html });
  await send(site.url, path, { headers: { ...browser, "Sec-Fetch-Dest": "empty" } });
  await send(site.url, path, { method: "HEAD", headers: browser });
  await send(site.url, `${path}.data`);
  await postForm(site.url, path, { clientName: "A" }, browser);
  expect(await rowOf("looked-at")).toMatchObject({ views: 1 });
});

const secret = { "cache-control": "no-store" };

test("the PDF of an accepted quote is an uncached, unindexed booking confirmation", async () => {
  const pdf = await send(site.url, "/quotes/repeated/quote.pdf");
  expect(pdf).toMatchObject({
    status: 200,
    headers: {
      ...secret,
      "content-type": "application/pdf",
      "x-robots-tag": "noindex",
      "referrer-policy": "no-referrer",
      "content-disposition": 'attachment; filename="booking-confirmation.pdf"',
    },
  });
  expect(pdf.body.subarray(0, 5).toString()).toBe("%PDF-");
});

test("the PDF of a quote that does not exist is not found", async () => {
  const answer = await send(site.url, "/quotes/nobody/quote.pdf");
  expect(answer).toMatchObject({ status: 404, headers: secret });
});
