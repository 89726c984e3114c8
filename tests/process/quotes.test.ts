import { describe, expect, test } from "vitest";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { insertQuote } from "#tests/support/quote-rows.ts";
import { postForm, postJson, send, visibleText } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { TestStore } from "#tests/support/store.ts";
import { dropChecks, strangeClient, strangeRows } from "#tests/support/strange-rows.ts";

const client = { clientName: "Ada Client", clientEmail: "ada@client.example" };
const acceptanceForm = { ...client, acceptQuote: "on" };
const html = { Accept: "text/html" };
const races = 12;
const raceId = (race: number) => `5d1b0c7e-0000-4000-8000-${String(race).padStart(12, "0")}`;

let store: TestStore;
let site: Site;
let owner: Record<string, string>;

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store } = shared);
  await store.withConnection(async (query) => {
    for (let race = 0; race < races; race++)
      await insertQuote(query, { slug: `race-${race}`, id: raceId(race) });
    for (const slug of ["to-decline", "broken-form", "broken-no", "looked-at", "repeated"])
      await insertQuote(query, { slug });
    await insertQuote(query, { slug: "second-version", total: 1300, more: { version: 2 } });
    await insertQuote(query, {
      slug: "withdrawn",
      more: { rejected_at: "2026-03-01", closed_as: "withdrawn" },
    });
    for (const statement of [...dropChecks, ...strangeRows]) await query(statement);
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

describe("with amounts and times that cannot be shown", () => {
  const shows = async (path: string) => {
    const { status, text } = await send(site.url, path, { headers: { ...owner, ...html } });
    const isPage = !path.includes("/export") && !path.endsWith(".data");
    const broken = /Invalid Date|NaN|Infinity/.exec(isPage ? visibleText(text) : "");
    expect([path, status, broken?.[0]]).toEqual([path, 200, undefined]);
  };
  const strangeQuotes = () =>
    store.query<{ id: string; slug: string }>(
      "select id, slug from invoices where client_email = $1",
      [strangeClient],
    );

  test("every list of the admin works, in every order", async () => {
    for (const show of ["accepted", "pending", "rejected"])
      await shows(`/admin/quotes?show=${show}`);
    for (const sort of ["newest", "-newest", "-event", "event", "-amount", "amount", "name"])
      await shows(`/admin/quotes?show=all&sort=${sort}`);
    for (const sort of ["created", "-created", "exam", "-exam", "name"])
      await shows(`/admin/ameb-bookings?sort=${sort}`);
    for (const query of ["", "?show=all", "?show=all&sort=-created"])
      await shows(`/admin/inbox${query}`);
    for (const list of ["quotes?show=all", "ameb-bookings", "inbox?show=all"])
      await shows(`/admin/export/${list}`);
  });

  test("the list of all quotes is complete", async () => {
    const { text } = await send(site.url, "/admin/quotes?show=all", { headers: owner });
    const listed = visibleText(text).match(/Strange Client/g)!.length;
    expect(listed).toBeGreaterThanOrEqual((await strangeQuotes()).length);
  });

  test("every other page of the admin works", async () => {
    const [booking] = await store.query<{ id: string }>(
      "select id from ameb_bookings where exam_date = 'infinity'",
    );
    for (const page of ["", "/activity", "/deleted", "/sent-mail", "/search?q=strange"])
      await shows(`/admin${page}`);
    await shows(`/admin/clients/${strangeClient}`);
    await shows(`/admin/compose/ameb-bookings/${booking!.id}`);
    for (const { id } of await strangeQuotes())
      for (const page of [`quotes/${id}`, `compose/quotes/${id}`, `quotes/new?copy=${id}`])
        await shows(`/admin/${page}`);
  });

  test("every page and PDF of a client works", async () => {
    for (const { slug } of await strangeQuotes())
      for (const path of [`/quotes/${slug}`, `/quotes/${slug}/quote.pdf`, `/quotes/${slug}.data`])
        await shows(path);
  });

  test("an invalid amount cannot be accepted", async () => {
    expect(await pageText("/quotes/strange-pending")).toContain("Its price is being checked");
    expect(await accept("strange-pending")).toMatchObject({
      status: 409,
      error: { code: "unsettled" },
    });
  });

  test("the client's data can be exported", async () => {
    const path = `/admin/clients/${strangeClient}/export`;
    expect(await postForm(site.url, path, {}, owner)).toMatchObject({ status: 200 });
  });

  test("the calendar feed is complete", async () => {
    const made = await postForm(site.url, "/admin/calendar", { intent: "make" }, owner);
    const feed = await send(site.url, /\/calendar\/[\w-]+\.ics/.exec(made.text)![0]);
    expect(feed.status).toBe(200);
    expect(feed.text).toMatch(/END:VCALENDAR\r\n$/);
  });
});

test("of a client's acceptance and the owner's Reject at once, one is recorded", async () => {
  const decide = async (race: number) => {
    const [acceptance, rejection] = await Promise.all([
      accept(`race-${race}`),
      postForm(site.url, `/admin/quotes/${raceId(race)}`, { decision: "rejected" }, owner),
    ]);
    return { race, acceptance, rejection };
  };
  for (let number = 0; number < races; number++) {
    const { race, acceptance, rejection } = await decide(number);
    const accepted = acceptance.status === 200;
    expect([acceptance.status, rejection.status]).toEqual(accepted ? [200, 409] : [409, 200]);
    expect(await rowOf(`race-${race}`)).toMatchObject({ accepted, rejected: !accepted });
    if (accepted)
      expect(visibleText(rejection.text)).toContain(
        "Not done: this quote has already been accepted. Reload this page",
      );
    else
      expect(acceptance).toMatchObject({
        error: { code: "rejected", message: "This quote is no longer open." },
      });
  }
});

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

test("a quote can be accepted on its last day, not the day after", async () => {
  const today = melbourneDay(new Date());
  await store.withConnection(async (query) => {
    const until = (slug: string, valid_until: string) =>
      insertQuote(query, { slug, more: { valid_until } });
    await until("valid-yesterday", addDays(today, -1));
    await until("valid-today", today);
  });
  expect(await accept("valid-today")).toMatchObject({ status: 200 });
  expect(await accept("valid-yesterday")).toMatchObject({ error: { code: "expired" } });
  expect(await rowOf("valid-yesterday")).toMatchObject({ accepted: false });
  expect(await pageText("/quotes/valid-yesterday")).toContain("This quote has expired");
});

test("a withdrawn quote cannot be accepted", async () => {
  expect(await accept("withdrawn")).toMatchObject({ status: 409, error: { code: "withdrawn" } });
  expect((await postForm(site.url, "/quotes/withdrawn", acceptanceForm)).status).toBe(409);
  expect(await rowOf("withdrawn")).toMatchObject({ accepted: false, closed_as: "withdrawn" });
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

test("no quote has two decisions", async () => {
  const twice = await store.query(
    `select invoice_id from quote_events where kind in ('accepted', 'rejected', 'declined')
       group by invoice_id having count(*) > 1`,
  );
  expect(twice).toEqual([]);
});
