import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { createOwner, signInForCookies } from "#tests/support/people.ts";
import { postForm, postJson, send, visibleText } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { createStore, databaseKinds, type TestStore } from "#tests/support/store.ts";
import { strangeClient, strangeRows, dropChecks } from "#tests/support/strange-rows.ts";

/* Quotes over HTTP in every state that a client can meet, and the race between a client and the owner. */

const musical = "/functions/submit-spring-musical-quote";
const accepted = { clientName: "Ada Client", clientEmail: "ada@client.example" };
const acceptedMusical = {
  ...accepted,
  acceptQuote: true,
  eventTitle: "Spring Musical",
  totalBaseInvoice: 1,
  onSitePerformanceCost: 300,
  showPreparationFee: 100,
  rehearsalBundleCostPerStudent: { 15: 30 },
};
const html = { Accept: "text/html" };
const races = 12;

/** Only columns that the specification names, and for a state of ours what says so. */
const insert = (
  more = "",
) => `insert into invoices (id, client_name, client_email, invoice_type, event_title, event_date, total_amount, slug${more && `, ${more.split("=")[0]}`})
  values ($1, 'Ada Client', 'ada@client.example', $2, 'Party', '2030-06-20', $3, $4${more && `, ${more.slice(more.indexOf("=") + 1)}`})`;

const idOf = (index: number) => `5d1b0c7e-0000-4000-8000-${String(index).padStart(12, "0")}`;

describe.for(databaseKinds)("quotes on %s", (kind) => {
  let store: TestStore;
  let site: Site;
  let owner: Record<string, string>;
  let rows = 0;
  let strangeIds: { id: string; slug: string }[];
  let strangeBooking: { id: string } | undefined;

  beforeAll(async () => {
    store = await createStore(kind);
    const today = melbourneDay(new Date());
    await store.look(async (query) => {
      const add = (slug: string, type = "Live Piano Services Quote", total = 1200, more = "") =>
        query(insert(more), [idOf(rows++), type, total, slug]);
      for (let race = 0; race < races; race++) await add(`race-${race}`);
      await add("musical", "Spring Musical Quote", 400);
      await add("another-musical", "Winter Musical Quote", 400);
      await add("unknown-kind", "Corporate evening", 555.5);
      await add("second-version", undefined, 1300, "version=2");
      await add("valid-today", undefined, 1200, `valid_until='${today}'`);
      await add("valid-yesterday", undefined, 1200, `valid_until='${addDays(today, -1)}'`);
      await add("withdrawn", undefined, 1200, "rejected_at, closed_as=now(), 'withdrawn'");
      await add("to-decline");
      await add("tampered");
      for (const slug of ["broken-call", "broken-form", "broken-no"]) await add(slug);
      await add("broken-musical", "Spring Musical Quote", 400);
      await add("looked-at");
      for (const statement of [...dropChecks, ...strangeRows]) await query(statement);
      strangeIds = await query<{ id: string; slug: string }>(
        "select id, slug from invoices where client_email = $1",
        [strangeClient],
      );
      [strangeBooking] = await query<{ id: string }>(
        "select id from ameb_bookings where exam_date = 'infinity'",
      );
    });
    await createOwner(store, "owner@example.com");
    site = await startSite(store.dataDir, { ...store.settings, OWNER_EMAIL: "owner@example.com" });
    owner = { Cookie: await signInForCookies(site, "owner@example.com") };
  });

  afterAll(async () => {
    await site.kill();
    store.remove();
  });

  const stateOf = async () => {
    await site.stop();
    return store.look((query) =>
      query<{
        slug: string;
        total_amount: string;
        accepted: boolean;
        rejected: boolean;
        closed_as: string | null;
        views: number;
      }>(
        "select slug, total_amount, accepted_at is not null as accepted, rejected_at is not null as rejected, closed_as, views from invoices",
      ),
    );
  };
  const call = (slug: string, payload: object = accepted) =>
    postJson(site.url, "/functions/submit-quote-acceptance", { ...payload, slug });

  test("with amounts and times that nothing can show are shown as N/A, and every page about them stays up", async () => {
    const lists = [
      ...["accepted", "pending", "rejected", "all"].flatMap((show) =>
        ["newest", "-newest", "-event", "event", "-amount", "amount", "name"].map(
          (sort) => `/quotes?show=${show}&sort=${sort}`,
        ),
      ),
      ...["created", "-created", "exam", "-exam", "name"].map(
        (sort) => `/ameb-bookings?sort=${sort}`,
      ),
      ...["", "?show=all", "?show=all&sort=-created"].map((query) => `/inbox${query}`),
      ...["quotes?show=all", "ameb-bookings", "inbox?show=all"].map((list) => `/export/${list}`),
    ];
    const others = [
      "",
      "/activity",
      "/deleted",
      "/sent-mail",
      "/search?q=strange",
      `/clients/${strangeClient}`,
      `/compose/ameb-bookings/${strangeBooking!.id}`,
    ];
    const quotes = strangeIds.flatMap(({ id }) => [
      `/quotes/${id}`,
      `/compose/quotes/${id}`,
      `/quotes/new?copy=${id}`,
    ]);
    const pages = [...lists, ...others, ...quotes].map((path) => `/admin${path}`);
    const clients = strangeIds.flatMap(({ slug }) => [
      `/quotes/${slug}`,
      `/quotes/${slug}/quote.pdf`,
      `/quotes/${slug}.data`,
    ]);
    for (const path of [...pages, ...clients]) {
      const { status, text } = await send(site.url, path, { headers: { ...owner, ...html } });
      expect([
        path,
        status,
        /Invalid Date|NaN|Infinity/.exec(
          path.includes("/export") || path.endsWith(".data") ? "" : visibleText(text),
        )?.[0],
      ]).toEqual([path, 200, undefined]);
    }
    const list = visibleText(
      (await send(site.url, "/admin/quotes?show=all", { headers: owner })).text,
    );
    expect(list.match(/Strange Client/g)!.length).toBeGreaterThanOrEqual(strangeIds.length);
    expect(visibleText((await send(site.url, "/quotes/strange-pending")).text)).toContain(
      "Its price is being checked",
    );
    expect(await call("strange-pending")).toMatchObject({
      status: 409,
      text: expect.stringContaining('"unsettled"'),
    });

    expect(
      (await postForm(site.url, `/admin/clients/${strangeClient}/export`, {}, owner)).status,
    ).toBe(200);

    const made = await postForm(site.url, "/admin/calendar", { intent: "make" }, owner);
    const feed = await send(site.url, /\/calendar\/[\w-]+\.ics/.exec(made.text)![0]);
    expect(feed.status).toBe(200);
    expect(feed.text).toMatch(/END:VCALENDAR\r\n$/);
  });

  test("in each state answer as they stand; at the end exactly what was answered is true", async () => {
    // A client's acceptance against the owner's Reject, at once: one wins, the other is told.
    const winners = await Promise.all(
      Array.from({ length: races }, async (_, race) => {
        const [client, desk] = await Promise.all([
          call(`race-${race}`),
          postForm(site.url, `/admin/quotes/${idOf(race)}`, { decision: "rejected" }, owner),
        ]);
        expect([client.status, desk.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
        if (client.status === 200)
          expect(visibleText(desk.text)).toContain(
            "Not done: this quote has already been accepted. Reload this page",
          );
        else
          expect(JSON.parse(client.text)).toMatchObject({
            error: { code: "rejected", message: "This quote is no longer open." },
          });
        return [`race-${race}`, client.status === 200] as const;
      }),
    );

    // The second kind, under its own name only, at its own price.
    for (const [slug, payload, status, answer] of [
      ["another-musical", acceptedMusical, 404, { error: { code: "not-found" } }],
      ["race-0", acceptedMusical, 404, { error: { code: "not-found" } }],
      [
        "musical",
        { ...acceptedMusical, acceptQuote: false },
        422,
        { error: { fields: { acceptQuote: "You must accept the quote to proceed." } } },
      ],
      [
        "musical",
        { ...acceptedMusical, onSitePerformanceCost: nested(30) },
        400,
        { error: { code: "malformed" } },
      ],
      [
        "musical",
        accepted,
        422,
        { error: { fields: { acceptQuote: "You must accept the quote to proceed." } } },
      ],
      ["", acceptedMusical, 422, { error: { fields: { slug: "Quote slug is missing." } } }],
      [
        "musical",
        acceptedMusical,
        200,
        { message: "Quote accepted successfully!", totalAmount: 400, total: "A$400.00" },
      ],
      ["musical", acceptedMusical, 200, { message: "Quote accepted successfully!" }],
    ] as const) {
      const answered = await postJson(site.url, musical, { ...payload, slug });
      expect([answered.status, JSON.parse(answered.text)], slug).toEqual([
        status,
        expect.objectContaining(structure(answer)),
      ]);
    }
    expect(await call("unknown-kind")).toMatchObject({
      status: 200,
      text: expect.stringContaining("555.5"),
    });

    // Figures from outside change nothing.
    expect(
      JSON.parse(
        (
          await call("tampered", {
            ...accepted,
            wantsRehearsal: true,
            totalAmount: 0.01,
            proposalDetails: { total: 1 },
          })
        ).text,
      ),
    ).toMatchObject({ totalAmount: 1900 });

    // Somebody else, or another selection, is told what stands; on the page too.
    const stands =
      "This quote has already been accepted, for A$1,900.00 with Pre-event 2-hour rehearsal. Nothing has changed.";
    expect(await call("tampered", { ...accepted, wantsRehearsal: true })).toMatchObject({
      status: 200,
    });
    for (const other of [
      {},
      { wantsRehearsal: true, wantsExtraHour: true },
      { wantsRehearsal: true, clientEmail: "eve@client.example" },
    ]) {
      const answered = await call("tampered", { ...accepted, ...other });
      expect([answered.status, JSON.parse(answered.text)]).toEqual([
        409,
        { error: { code: "accepted", message: stands } },
      ]);
    }
    const late = await postForm(site.url, "/quotes/tampered", {
      ...accepted,
      clientEmail: "eve@client.example",
      acceptQuote: "on",
      version: "1",
      wantsRehearsal: "on",
    });
    expect(late.status).toBe(409);
    expect(visibleText(late.text)).toContain(
      "This quote has already been accepted; nothing has changed.",
    );

    // Text that no JSON column takes is made whole, whichever way it comes, names and inner values included.
    const broken = {
      ...accepted,
      clientName: "Ada \ud83c Client\u0000",
      totalAmount: `\u0000${"🎹".repeat(41)}\ud83c`,
      proposalDetails: { "a\u0000": ["\udc00"] },
    };
    expect(await call("broken-call", broken)).toMatchObject({ status: 200 });
    expect(
      await postJson(site.url, musical, {
        ...acceptedMusical,
        ...broken,
        slug: "broken-musical",
        totalBaseInvoice: { "\u0000": "\ud800" },
        onSitePerformanceCost: `${"x".repeat(39)}🎹`,
      }),
    ).toMatchObject({ status: 200 });
    expect(
      await postForm(site.url, "/quotes/broken-form", {
        ...accepted,
        clientName: "Ada\u0000 Client",
        acceptQuote: "on",
        version: "1",
        totalAmount: `\u0000${"x".repeat(39)}🎹`,
      }),
    ).toMatchObject({ status: 303 });
    expect(
      await postForm(site.url, "/quotes/broken-no", {
        intent: "decline",
        version: "1",
        reason: "No\u0000.",
      }),
    ).toMatchObject({ status: 303 });
    for (const path of ["/quotes/%00", "/quotes/%00/quote.pdf", "/admin/quotes?q=%00"])
      expect((await send(site.url, path, { headers: owner })).status, path).toBeLessThan(500);

    // A version that the caller has not seen is refused, shown, and can then be accepted; also as a form.
    expect(JSON.parse((await call("second-version")).text)).toMatchObject({
      error: { code: "stale", message: expect.stringContaining("version 2") },
    });
    const form = { ...accepted, acceptQuote: "on" };
    const stale = await postForm(site.url, "/quotes/second-version", { ...form, version: "1" });
    expect(stale.status).toBe(409);
    expect(visibleText(stale.text)).toContain(
      "This quote has changed since you opened it, so nothing was recorded. Here’s the current version.",
    );
    expect(visibleText(stale.text)).toContain("its total of A$1,300.00");
    expect(
      await postForm(site.url, "/quotes/second-version", { ...form, version: "2" }),
    ).toMatchObject({
      status: 303,
      headers: { location: "/live-piano-services/quote-confirmation" },
    });

    // Deadlines, and offers that were taken back.
    expect((await call("valid-today")).status).toBe(200);
    expect(JSON.parse((await call("valid-yesterday")).text)).toMatchObject({
      error: { code: "expired" },
    });
    expect(visibleText((await send(site.url, "/quotes/valid-yesterday")).text)).toContain(
      "This quote has expired",
    );
    expect(await call("withdrawn")).toMatchObject({
      status: 409,
      text: expect.stringContaining('"withdrawn"'),
    });
    expect((await postForm(site.url, "/quotes/withdrawn", form)).status).toBe(409);

    // The client's No, once; an acceptance after it comes too late.
    expect(
      await postForm(site.url, "/quotes/to-decline", {
        intent: "decline",
        version: "1",
        reason: "x".repeat(501),
      }),
    ).toMatchObject({ status: 422 });
    expect(
      await postForm(site.url, "/quotes/to-decline", {
        intent: "decline",
        version: "1",
        reason: "Too far.",
      }),
    ).toMatchObject({ status: 303, headers: { location: "/quotes/to-decline" } });
    expect(visibleText((await send(site.url, "/quotes/to-decline")).text)).toContain(
      "You declined this quote",
    );
    expect(await call("to-decline")).toMatchObject({
      status: 409,
      text: expect.stringContaining('"declined"'),
    });

    // Only a page that somebody other than the owner opened is a view.
    const link = "/quotes/looked-at";
    await send(site.url, link, { headers: html });
    await send(site.url, link, { headers: { ...html, ...owner } });
    for (const header of ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"])
      await send(site.url, link, { headers: { ...html, [header]: "prefetch" } });
    await send(site.url, link, { method: "HEAD", headers: html });
    await send(site.url, `${link}.data`);
    await postForm(site.url, link, { clientName: "A" }, html);

    // On paper, under the same secrecy.
    const paper = await send(site.url, "/quotes/musical/quote.pdf");
    expect(paper).toMatchObject({
      status: 200,
      headers: {
        "content-type": "application/pdf",
        "cache-control": "no-store",
        "x-robots-tag": "noindex",
        "referrer-policy": "no-referrer",
        "content-disposition": 'attachment; filename="booking-confirmation.pdf"',
      },
    });
    expect(paper.body.subarray(0, 5).toString()).toBe("%PDF-");
    expect(await send(site.url, "/quotes/nobody/quote.pdf")).toMatchObject({
      status: 404,
      headers: { "cache-control": "no-store" },
    });

    const found = Object.fromEntries((await stateOf()).map(({ slug, ...state }) => [slug, state]));
    for (const [slug, clientWon] of winners)
      expect(found[slug], slug).toMatchObject({ accepted: clientWon, rejected: !clientWon });
    expect(found).toMatchObject({
      musical: { accepted: true, total_amount: "400.00" },
      "another-musical": { accepted: false },
      "unknown-kind": { accepted: true, total_amount: "555.50" },
      "second-version": { accepted: true, total_amount: "1300.00" },
      "valid-today": { accepted: true },
      "valid-yesterday": { accepted: false },
      withdrawn: { accepted: false, closed_as: "withdrawn" },
      "to-decline": { accepted: false, rejected: true, closed_as: "declined" },
      tampered: { accepted: true, total_amount: "1900.00" },
      "looked-at": { views: 1 },
      "broken-call": { accepted: true },
      "broken-form": { accepted: true },
      "broken-musical": { accepted: true },
      "broken-no": { rejected: true },
    });
    await store.look(async (query) => {
      expect(
        await query(
          "select slug, data->>'claimedTotal' as claimed from quote_events join invoices on invoices.id = invoice_id where data ? 'claimedTotal' order by slug",
        ),
      ).toEqual([
        { slug: "broken-call", claimed: "🎹".repeat(40) },
        { slug: "broken-form", claimed: `${"x".repeat(39)}🎹` },
        { slug: "broken-musical", claimed: '{"":"\ufffd"}' },
        { slug: "musical", claimed: "1" },
        { slug: "tampered", claimed: "0.01" },
      ]);
      expect(
        await query(
          "select invoice_id from quote_events where kind in ('accepted', 'rejected', 'declined') group by invoice_id having count(*) > 1",
        ),
      ).toEqual([]);
    });
  });
});

/** A list in a list in a list, so many deep. */
function nested(deep: number): unknown {
  return deep === 0 ? 1 : [nested(deep - 1)];
}

/** Expectations for an answer whose inner objects may carry more. */
function structure(answer: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      key,
      typeof value === "object" ? expect.objectContaining(value) : value,
    ]),
  );
}

test("a quote can be accepted until 23:59:59 in Melbourne on its last day, and not at 00:00:00", async () => {
  const store = await createStore("postgres");
  const clock = pathToFileURL(join(import.meta.dirname, "../support/clock.ts")).href;
  await store.look((query) =>
    query(insert("valid_until='2026-10-03'"), [
      idOf(1),
      "Live Piano Services Quote",
      1200,
      "the-last-day",
    ]),
  );
  for (const [now, code] of [
    ["2026-10-03T14:00:00Z", "expired"],
    ["2026-10-03T13:59:59Z", undefined],
  ] as const) {
    const site = await startSite(store.dataDir, {
      ...store.settings,
      NODE_OPTIONS: `--import=${clock}`,
      FROZEN_AT: now,
      TZ: "America/New_York",
    });
    const { status, text } = await postJson(site.url, "/functions/submit-quote-acceptance", {
      ...accepted,
      slug: "the-last-day",
    });
    await site.kill();
    expect([status, (JSON.parse(text) as { error?: { code: string } }).error?.code], now).toEqual(
      code ? [409, code] : [200, undefined],
    );
  }
  expect(await store.look((query) => query("select accepted_at from invoices"))).toEqual([
    { accepted_at: new Date("2026-10-03T13:59:59Z") },
  ]);
  store.remove();
});
