import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { addOwner, signInForCookies } from "#tests/support/owners.ts";
import { postForm, postJson, send } from "#tests/support/request.ts";
import { postAcceptance } from "#tests/support/quote-rows.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { startMailServer } from "#tests/fakes/smtp.ts";
import { createStore, databaseKinds } from "#tests/support/store.ts";

/* A minute of everything at once without an error; over some minutes, no growth either. */

const minutes = Number(process.env.SOAK_MINUTES ?? 1);
/** What grows shows only over minutes. */
const minutesToGrow = 5;
/** Requests in a second. */
const rate = 20;
/** Visitors who wait at once. */
const atOnce = 32;
const owner = "owner@example.com";

type Visit = (site: Site, turn: number) => Promise<{ status: number }>;

/** From another address each time, as the proxy in front says. */
const from = (turn: number) => ({
  "X-Forwarded-For": `198.${18 + ((turn >> 16) & 1)}.${(turn >> 8) & 255}.${turn & 255}`,
});

/** What a week brings, in a proportion that leans on what costs. */
function visits(cookies: string): Visit[] {
  const page =
    (path: string): Visit =>
    (site, turn) =>
      send(site.url, path, { headers: { ...from(turn), "Accept-Encoding": "br" } });
  const asAdmin =
    (path: string): Visit =>
    (site, turn) =>
      send(site.url, path, { headers: { ...from(turn), Cookie: cookies } });
  return [
    page("/"),
    (site, turn) => send(site.url, `/quotes/quote-${turn % 5_000}`, { headers: from(turn) }),
    page("/about"),
    (site, turn) =>
      postForm(
        site.url,
        "/?index",
        {
          name: "Ada Visitor",
          email: "ada@visitor.example",
          message: `Message number ${turn} of many`,
        },
        from(turn),
      ),
    asAdmin("/admin"),
    page("/ameb-accompanying"),
    (site, turn) => postAcceptance(site.url, `quote-${turn}`, from(turn)),
    page("/coaching"),
    asAdmin("/admin/quotes?show=pending"),
    (site, turn) =>
      postJson(
        site.url,
        "/functions/add-mailchimp-subscriber",
        { email: `reader-${turn}@people.example`, firstName: "Rea", lastName: "Der" },
        from(turn),
      ),
    page("/no-such-page"),
    asAdmin("/admin/inbox"),
  ];
}

const expected = (path: number) => (path === 10 ? 404 : 200);

/** The memory that a process holds now, in megabytes. */
function memoryOf({ pid }: Site): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[figures.length >> 1]!;

test.concurrent.for(databaseKinds)(
  `on %s ${minutes} min of mixed load bring no error, and no growth after ${minutesToGrow}`,
  async (kind, { onTestFinished }) => {
    const store = await createStore(kind);
    const mail = await startMailServer();
    onTestFinished(async () => {
      await mail.stop();
      store.remove();
    });
    await addOwner(store, owner);
    // Enough quotes for as many acceptances as there can be.
    const quotes = Math.max(5_000, Math.ceil(minutes * 60 * rate) + 1_000);
    await store.query(
      "insert into invoices (client_name, client_email, invoice_type, total_amount, slug) " +
        "select 'Ada Client', 'ada@client.example', 'Live Piano Services Quote', 1200, " +
        "'quote-' || n from generate_series(0, $1::int) n",
      [quotes],
    );
    const site = await startSite(store.dataDir, {
      ...store.settings,
      SMTP_URL: mail.url,
      OWNER_EMAIL: owner,
      TRUST_PROXY: "1",
    });
    onTestFinished(site.kill);
    const ways = visits(await signInForCookies(site, owner));

    const wrong: { way: number; status: number | null }[] = [];
    const times: number[] = [];
    const memory: number[] = [];
    const under = new Set<Promise<void>>();
    const visit = async (turn: number) => {
      const way = turn % ways.length;
      const began = performance.now();
      const answer = await ways[way]!(site, turn).catch(() => null);
      times.push(performance.now() - began);
      if (answer?.status !== expected(way)) wrong.push({ way, status: answer?.status ?? null });
    };
    // Requests leave at their time however long others take, as long as not too many are under way.
    const began = performance.now();
    for (let turn = 0; performance.now() - began < minutes * 60_000; turn++) {
      const one = visit(turn).finally(() => under.delete(one));
      under.add(one);
      if (under.size >= atOnce) await Promise.race(under);
      if (turn % (rate * 2) === 0) memory.push(memoryOf(site));
      await pause(Math.max(0, began + (turn * 1_000) / rate - performance.now()));
    }
    await Promise.all(under);

    // The first third is for warming up.
    const [early, late] = [
      memory.slice(memory.length / 3, memory.length / 2),
      memory.slice(-memory.length / 6),
    ].map(median) as [number, number];
    times.sort((a, b) => a - b);
    const at = (part: number) => Math.round(times[Math.floor(times.length * part)]!);
    console.log(
      `${kind}: ${times.length} requests in ${minutes} minutes, ${wrong.length} wrong; ` +
        `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(0.99999)} ms; ` +
        `memory ${early.toFixed(0)} MB after a third, ${late.toFixed(0)} MB at the end, ` +
        `at most ${Math.max(...memory).toFixed(0)} MB; ${mail.emails.length} emails`,
    );
    expect(wrong).toEqual([]);
    if (minutes >= minutesToGrow) expect(late / early).toBeLessThan(1.1);
    expect(site.output()).not.toMatch(/"level":[56]0/);
    expect(await site.stop()).toBe(0);
    const [letters] = await store.query<{ lost: number }>(
      "select count(*)::int as lost from letters where state = 'failed'",
    );
    expect(letters).toEqual({ lost: 0 });
  },
);
