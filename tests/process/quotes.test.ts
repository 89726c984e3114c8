import { describe, expect, test } from "vitest";
import { insertQuote } from "#tests/support/quote-rows.ts";
import { postForm, send } from "#tests/support/request.ts";
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
    for (const slug of ["accepted", "broken-no", "looked-at"]) await insertQuote(query, { slug });
  });
  owner = { Cookie: shared.owner };
});

describe("text that a JSON column refuses is repaired", () => {
  test("in an acceptance on the page", async () => {
    const totalAmount = `\u0000${"x".repeat(39)}🎹`;
    const form = { ...acceptanceForm, clientName: "Ada\u0000 Client", totalAmount };
    expect(await postForm(site.url, "/quotes/accepted", form)).toMatchObject({ status: 303 });
    expect(
      await store.query(
        "select data->>'claimedTotal' as claimed from quote_events where kind = 'accepted'",
      ),
    ).toEqual([{ claimed: `${"x".repeat(39)}🎹` }]);
  });

  test("in the reason for declining", async () => {
    const form = { intent: "decline", version: "1", reason: "No\u0000." };
    expect(await postForm(site.url, "/quotes/broken-no", form)).toMatchObject({ status: 303 });
    const open = "select from invoices where slug = 'broken-no' and rejected_at is null";
    expect(await store.query(open)).toEqual([]);
  });

  test("in a path or a search, which find nothing", async () => {
    for (const path of ["/quotes/%00", "/quotes/%00/quote.pdf", "/admin/quotes?q=%00"])
      expect((await send(site.url, path, { headers: owner })).status, path).toBeLessThan(500);
  });
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
  const views = await store.query("select views from invoices where slug = 'looked-at'");
  expect(views).toEqual([{ views: 1 }]);
});

const secret = {
  "cache-control": "no-store",
  "x-robots-tag": "noindex",
  "referrer-policy": "no-referrer",
};

test("a quote's page, its data and its PDF are not cached, indexed or sent as a referrer", async () => {
  const ends = ["", ".data", "/quote.pdf"];
  for (const path of ["/quotes/accepted", "/quotes/nobody"].flatMap((one) =>
    ends.map((end) => one + end),
  ))
    expect((await send(site.url, path)).headers, path).toMatchObject(secret);
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
