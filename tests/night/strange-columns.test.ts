import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentNames } from "#app/content/documents.ts";
import { allPages } from "#app/content/pages.ts";
import { addOwner, signInForCookies } from "#tests/support/owners.ts";
import { inTurns, postForm, postJson, send, visibleText } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { createStore, databaseKinds, type TestStore } from "#tests/support/store.ts";
import { changeableLinks, strangeDiary, strangeLinks } from "#tests/support/strange-diary.ts";
import {
  dropChecks,
  strangeAddress,
  strangeClient,
  strangeColumns,
  strangeRows,
} from "#tests/support/strange-rows.ts";
import { strangePictures, strangeSite } from "#tests/support/strange-site.ts";

/* Other programs write into the same tables; whatever they write, the owner can work. */

describe.for(databaseKinds)("rows with strange columns on %s", (kind) => {
  let store: TestStore;
  let site: Site;
  let headers: Record<string, string>;

  beforeAll(async () => {
    store = await createStore(kind);
    await store.withConnection(async (query) => {
      const rows = [...strangeRows, ...strangeColumns, ...strangeSite, ...strangeDiary];
      for (const statement of [...dropChecks, ...rows]) await query(statement);
    });
    await addOwner(store, "owner@example.com");
    await store.query("update users set seen_at = 'infinity', previous_visit_at = '-infinity'");
    site = await startSite(store.dataDir, { ...store.settings, OWNER_EMAIL: "owner@example.com" });
    headers = { Cookie: await signInForCookies(site, "owner@example.com"), Accept: "text/html" };
  });

  afterAll(async () => {
    await site.kill();
    store.remove();
  });

  const expectWhole = (paths: readonly string[]) =>
    expectWholePages(paths.map((path) => `/admin${path}`));

  async function expectWholePages(paths: readonly string[]) {
    const broken: unknown[] = [];
    await inTurns(paths, async (path) => {
      const { status, text } = await send(site.url, path, { headers });
      const shown = path.startsWith("/admin/export/") ? "" : visibleText(text);
      const wrong = /Invalid Date|NaN|Infinity|undefined|\[object|Failed to load/.exec(shown)?.[0];
      const script = /<script>alert|(?:href|src|action)="javascript:alert/i;
      if (status !== 200 || wrong || script.test(path.includes("export") ? "" : text))
        broken.push([path, status, wrong]);
    });
    expect(broken).toEqual([]);
  }
  const ids = async (table: string) =>
    (await store.query<{ id: string }>(`select id from ${table}`)).map(({ id }) => id);

  test("break no list, no search and no export", async () => {
    const lists = "quotes ameb-bookings inbox clients sent-mail activity".split(" ");
    await expectWhole([
      ...["", "/new", "/import", "/settings", "/quarter/2026-4"].map((page) => `/money${page}`),
      ...["open", "overdue", "paid", "drafts", "all"].map((show) => `/money?show=${show}`),
      "/money?q=strange&month=2026-11&show=all",
      "/money/quarter/2026-4/export",
    ]);
    await expectWhole([
      "",
      "/calendar",
      "/diary",
      "/diary?view=agenda&day=2026-11-22",
      "/diary/new",
      "/money/settings",
      "/services",
      "/services/new",
      "/hours",
      "/hours?week=new",
      "/deleted",
      "/email-templates?new",
      "/inbox?show=all",
      "/inbox?show=quarantine",
      "/site/history",
      "/site/history?document=home",
      "/quotes?show=all",
      "/quotes?show=pending",
      "/sent-mail?show=owner",
      ...["strange", "0491570006", "%25%25%25", "____", "\\"].map((typed) => `/search?q=${typed}`),
      ...lists.map((list) => `/${list}`),
      ...lists.map((list) => `/${list}?q=strange&month=2026-11`),
      ...lists.map((list) => `/export/${list}?show=all`),
      `/clients/${strangeClient}`,
      `/clients/${encodeURIComponent(strangeAddress)}`,
    ]);
  });

  test("break no public page, and no editing of its words and pictures", async () => {
    await expectWholePages(allPages.map(({ path }) => path));
    await expectWhole([
      ...["", "/pictures", "/pictures?shape=portrait"].map((page) => `/site${page}`),
      ...documentNames.flatMap((name) => [`/site/${name}`, `/site/${name}/preview`]),
      ...documentNames.map((name) => `/site/history?document=${name}`),
    ]);
    for (const id of strangePictures)
      for (const path of [`/media/${id}-1.webp`, `/media/${id}-1440.avif`])
        expect([path, [200, 404, 410]]).toEqual([
          path,
          expect.arrayContaining([(await send(site.url, path)).status]),
        ]);
  });

  test("break no page of a message, a booking, a quote or an email", async () => {
    await expectWhole([
      ...(await ids("contact_messages")).flatMap((id) => [
        `/inbox/${id}?show=all`,
        `/compose/inbox/${id}`,
        `/quotes/new?from=${id}`,
      ]),
      ...(await ids("ameb_bookings")).flatMap((id) => [
        `/ameb-bookings/${id}`,
        `/ameb-bookings/${id}?edit`,
        `/compose/ameb-bookings/${id}`,
      ]),
      ...(await ids("invoices")).flatMap((id) => [
        `/quotes/${id}`,
        `/quotes/new?copy=${id}`,
        `/compose/quotes/${id}`,
      ]),
      ...(await ids("invoices where accepted_at is null and rejected_at is null")).map(
        (id) => `/quotes/${id}/edit`,
      ),
      ...(await ids("sales_invoices")).map((id) => `/money/invoices/${id}`),
      // What shows a quote's event or an exam leads to its record.
      ...(await ids("diary_entries where invoice_id is null and ameb_booking_id is null")).map(
        (id) => `/diary/${id}`,
      ),
      ...(await ids("letters")).map((id) => `/sent-mail/${id}`),
    ]);
  });

  test("break no page of the diary, of its services and of its hours", async () => {
    const services = await ids("services");
    await expectWhole([
      ...["", "?view=week", "?view=agenda", "?day=9999-12-31", "?day=1900-01-01"].map(
        (query) => `/diary${query}`,
      ),
      ...services.map((id) => `/services/${id}`),
      ...(await ids("opening_hours")).map((id) => `/hours?week=${id}`),
      ...services.map((id) => `/hours?service=${id}`),
    ]);
  });

  test("break no page on which visitors book, and none of an appointment", async () => {
    const { text } = await send(site.url, "/book/voice-piano", { headers });
    const paths = Array.from(
      text.matchAll(/href="(\/book\/voice-piano\/[^"]*)"/g),
      ([, path]) => path!,
    );
    expect(paths.length).toBeGreaterThan(2);
    await expectWholePages(["/book", "/book/voice-piano", ...paths]);
    await expectWholePages(
      strangeLinks.flatMap((token) =>
        ["", "/move", "/cancel", "/move/20300108T2300Z"].map(
          (page) => `/appointments/${token}${page}`,
        ),
      ),
    );
    for (const token of strangeLinks) {
      const path = `/appointments/${token}/appointment.ics`;
      const { status, text: file } = await send(site.url, path);
      expect([path, status, file.match(/^BEGIN:VEVENT/gm)?.length ?? 0]).toEqual([
        path,
        expect.toSatisfy((one: number) => one === 200 || one === 404),
        file.match(/^UID:/gm)?.length ?? 0,
      ]);
    }
  });

  test("let the client of an appointment choose a time zone, move it and cancel it", async () => {
    for (const token of changeableLinks) {
      const page = `/appointments/${token}`;
      const zone = await postForm(site.url, page, { zone: "Asia/Tokyo" });
      const version = "2147483647";
      const move = await postForm(site.url, `${page}/move/20300108T2300Z`, { version });
      const cancel = await postForm(site.url, `${page}/cancel`, { version });
      expect([page, zone.status, move.status, cancel.status]).toEqual([page, 303, 409, 303]);
    }
  });

  test("break no client's page, and a quote with them can be accepted", async () => {
    const quotes = await store.query<{ slug: string; open: boolean }>(
      "select slug, accepted_at is null as open from invoices",
    );
    for (const { slug, open } of quotes) {
      for (const path of [`/quotes/${slug}`, `/quotes/${slug}/quote.pdf`])
        expect([path, (await send(site.url, path)).status]).toEqual([path, 200]);
      const accepting = { slug, clientName: "Ada Client", clientEmail: strangeClient };
      const answer = await postJson(site.url, "/functions/submit-quote-acceptance", accepting);
      // Among them are prices that are none, and days on which they could be accepted.
      if (open)
        expect(answer.status).toBeOneOf(slug.startsWith("strange-hours") ? [200] : [200, 409]);
    }
  });

  test("break no invoice's page and no PDF of it", async () => {
    const invoices = await store.query<{ slug: string }>(
      "select slug from sales_invoices where slug is not null and slug like 'strange%'",
    );
    for (const { slug } of invoices)
      for (const path of [`/invoices/${slug}`, `/invoices/${slug}/invoice.pdf`])
        expect([path, (await send(site.url, path)).status]).toEqual([path, 200]);
  });

  test("name no further recipient in a link", async () => {
    const { text } = await send(site.url, "/admin/clients", { headers });
    expect(text).toContain(
      "mailto:..%2Fa%2Fb%252e%3Fbcc%3Dspy%26c%23d%7B%7Bid%7D%7D@client.example",
    );
    expect(text).not.toContain("?bcc=spy@");
  });

  test("leave one line for each line of the calendar feed", async () => {
    const made = await postForm(site.url, "/admin/calendar", { intent: "make" }, headers);
    const feed = await send(site.url, /\/calendar\/[\w-]+\.ics/.exec(made.text)![0]);
    expect([feed.status, feed.text.match(/^BEGIN:VEVENT/gm)?.length]).toEqual([
      200,
      feed.text.match(/^UID:/gm)!.length,
    ]);
  });

  test("can be marked as not spam", async () => {
    const suspected = await store.query<{ id: string }>(
      "select id from contact_messages where suspicion is not null",
    );
    for (const { id } of suspected) {
      const fields = { id, of: "message", action: "genuine" };
      const { status } = await postForm(site.url, "/admin/inbox", fields, headers);
      expect([id, status]).toEqual([id, 200]);
    }
    expect(await store.query("select from contact_messages where suspicion is not null")).toEqual(
      [],
    );
  });

  test("are exported with a client's data as they are stored", async () => {
    const path = `/admin/clients/${strangeClient}/export`;
    const { status, text } = await postForm(site.url, path, {}, headers);
    const { messages } = JSON.parse(text) as { messages: { event: unknown }[] };
    expect(status).toBe(200);
    expect(messages.map(({ event }) => event)).toContainEqual(["2026-12-05", "18:00"]);
  });
});
