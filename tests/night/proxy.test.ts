import net from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Proxy, startCaddy } from "#tests/support/caddy.ts";
import { withoutNonce } from "#tests/support/nonce.ts";
import { addOwner, signInForCookies } from "#tests/support/owners.ts";
import { freePort } from "#tests/support/postgres.ts";
import { postForm, send } from "#tests/support/request.ts";
import { postAcceptance } from "#tests/support/quote-rows.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { startMailServer } from "#tests/fakes/smtp.ts";
import { liftSharedLimits } from "#tests/support/shared-limits.ts";
import type { DatabaseKind, TestStore } from "#tests/support/store.ts";
import { storeForTest } from "#tests/support/test-site.ts";

/* The site as docs/operating.md sets it up: processes come and go behind Caddy, and visitors notice nothing. */

const owner = "owner@example.com";

type Installation = {
  store: TestStore;
  proxy: Proxy;
  direct: string[];
  /** Keeps the socket of a process, as systemd does for it; answers with its descriptor. */
  hold: (at: number) => number;
  start: (at: number, held?: number) => Promise<Site>;
};

/** Caddy and the addresses of `count` processes, none of them started yet. */
async function anInstallation(
  kind: DatabaseKind,
  count: number,
  more: Record<string, string> = {},
): Promise<Installation> {
  const store = await storeForTest(kind);
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const url = `http://localhost:${await freePort()}`;
  const direct = ports.map((port) => `http://127.0.0.1:${port}`);
  const proxy = await startCaddy(url, direct);
  onTestFinished(proxy.stop);
  return {
    store,
    proxy,
    direct,
    hold(at) {
      // The one way to a socket that is bound and whose visitors this process leaves alone; the
      // first process of the site makes it listen.
      const { _createServerHandle: bind } = net as unknown as {
        _createServerHandle: (
          address: string,
          port: number,
          family: 4,
        ) => { fd: number; close: () => void };
      };
      const socket = bind("127.0.0.1", ports[at]!, 4);
      onTestFinished(() => socket.close());
      return socket.fd;
    },
    async start(at, held) {
      const site = await startSite(
        store.dataDir,
        { ...store.settings, ...more, SITE_URL: url, TRUST_PROXY: "1", PORT: String(ports[at]) },
        held,
      );
      onTestFinished(site.kill);
      return site;
    },
  };
}

/** What one visitor did: when it began and ended, and whether it was answered as it should be. */
type Deed = { what: string; mark: string; began: number; status: number | null };

type Way = {
  what: string;
  mark: (turn: number) => string;
  go: (url: string, mark: string) => Promise<{ status: number }>;
};

const message: Way = {
  what: "message",
  mark: (turn) => `[${turn}]`,
  go: (url, mark) =>
    postForm(url, "/?index", {
      name: "Ada Visitor",
      email: "ada@visitor.example",
      message: `A message to remember ${mark}`,
    }),
};
const page: Way = { what: "page", mark: () => "/about", go: send };
const quotePage: Way = { what: "quote", mark: () => "/quotes/quote-0", go: send };
const acceptance: Way = {
  what: "acceptance",
  mark: (turn) => `quote-${turn}`,
  go: (url, slug) => postAcceptance(url, slug),
};

/** Two visitors of each way, each doing one thing after the other. */
function letVisitorsIn(url: string, ways: readonly Way[]) {
  const deeds: Deed[] = [];
  const over = new AbortController();
  const visit = async ({ what, mark, go }: Way, visitor: number) => {
    for (let turn = visitor; !over.signal.aborted; turn += 2) {
      const began = performance.now();
      const answer = await go(url, mark(turn)).catch(() => null);
      deeds.push({ what, mark: mark(turn), began, status: answer?.status ?? null });
    }
  };
  const visiting = ways.flatMap((way) => [visit(way, 0), visit(way, 1)]);
  return {
    deeds,
    /** Waits until so many more have been served. */
    async more(count: number) {
      const enough = deeds.length + count;
      await expect.poll(() => deeds.length, { interval: 20 }).toBeGreaterThan(enough);
    },
    async out() {
      over.abort();
      await Promise.all(visiting);
    },
  };
}

const failed = (deeds: readonly Deed[]) => deeds.filter(({ status }) => status !== 200);

describe("two processes behind Caddy on PostgreSQL", () => {
  test("killing one under load loses and doubles nothing, and fails only its own requests", async () => {
    const mail = await startMailServer();
    onTestFinished(mail.stop);
    const { store, proxy, start } = await anInstallation("postgres", 2, {
      SMTP_URL: mail.url,
      OWNER_EMAIL: owner,
    });
    await addOwner(store, owner);
    await store.withConnection(liftSharedLimits);
    const slugs = Array.from({ length: 2_000 }, (_, at) => `quote-${at}`);
    await store.query(
      "insert into invoices (client_name, client_email, invoice_type, total_amount, slug) " +
        "select 'Ada Client', 'ada@client.example', 'Live Piano Services Quote', 1200, slug " +
        "from unnest($1::text[]) slug",
      [slugs],
    );
    const [first, second] = await Promise.all([start(0), start(1)]);
    // Caddy came before them, and has to find out that both are there.
    await proxy.found();
    const cookies = await signInForCookies(first, owner);

    const visitors = letVisitorsIn(proxy.url, [message, acceptance, quotePage, page]);
    await visitors.more(60);
    const killed = performance.now();
    await first.kill();
    const gone = performance.now();
    await visitors.more(80);
    const again = await start(0);
    await visitors.more(60);
    expect((await send(proxy.url, "/admin", { headers: { Cookie: cookies } })).status).toBe(200);
    await visitors.out();

    const broken = failed(visitors.deeds);
    // Whoever was being served, or came in the moment of the kill itself, may have to ask again; nobody after that.
    expect(broken.filter(({ began }) => began > gone)).toEqual([]);
    expect(broken.length).toBeLessThanOrEqual(16);

    const done = (what: string) =>
      visitors.deeds
        .filter((deed) => deed.what === what && deed.status === 200)
        .map(({ mark }) => mark);
    const [messages, acceptances] = [done("message"), done("acceptance")];
    const stored = await store.query<{ mark: string; letters: number }>(
      "select substring(message from '\\[\\d+\\]') as mark, count(letters.id)::int as " +
        "letters from contact_messages left join letters on contact_message_id = " +
        "contact_messages.id and kind = 'contact-message' group by contact_messages.id",
    );
    expect(
      messages.filter(
        (mark) => stored.filter((row) => row.mark === mark && row.letters === 1).length !== 1,
      ),
    ).toEqual([]);
    const accepted = await store.query<{ slug: string; events: number }>(
      "select slug, (select count(*)::int from quote_events where invoice_id = invoices.id " +
        "and kind = 'accepted') as events from invoices where accepted_at is not null",
    );
    expect(acceptances.filter((slug) => !accepted.some((row) => row.slug === slug))).toEqual([]);
    expect(accepted.filter(({ events }) => events !== 1)).toEqual([]);

    const letters = await store.query<{ id: string }>("select id::text from letters");
    const ids = () => new Set(mail.emails.map(({ messageId = "" }) => messageId.slice(1, 37)));
    await mail.waitUntil(
      () =>
        letters.every(({ id }) => ids().has(id))
          ? null
          : `${ids().size} of ${letters.length} letters`,
      90_000,
    );
    // One that the killed process had brought and not marked is brought and marked once its heartbeat is missed.
    await expect
      .poll(() => store.query("select state, count(*)::int from letters group by state"))
      .toEqual([{ state: "sent", count: letters.length }]);
    expect(await Promise.all([again.stop(), second.stop()])).toEqual([0, 0]);
    // What came twice is known by its Message-ID, and only what the killed process had in hand can have.
    expect(mail.emails.length - ids().size).toBeLessThanOrEqual(4);
    console.log(
      `${visitors.deeds.length} requests, ${messages.length} messages and ` +
        `${acceptances.length} acceptances acknowledged, ${letters.length} emails; ` +
        `the kill took ${Math.round(gone - killed)} ms and broke ${broken.length} requests ` +
        `in flight, ${mail.emails.length - ids().size} emails came again`,
    );
  });
});

/**
 * One process stops and starts while visitors write and read. Whatever was acknowledged is stored,
 * and nothing else; answers with what failed.
 */
async function restartUnderLoad(
  { store, proxy, start }: Installation,
  held?: number,
): Promise<Deed[]> {
  const site = await start(0, held);
  const visitors = letVisitorsIn(proxy.url, [message, page]);
  await visitors.more(20);
  expect(await site.stop()).toBe(0);
  const again = await start(0, held);
  await visitors.more(20);
  await visitors.out();
  expect(await again.stop()).toBe(0);
  const stored = await store.query<{ mark: string }>(
    "select substring(message from '\\[\\d+\\]') as mark from contact_messages",
  );
  const acknowledged = visitors.deeds
    .filter(({ what, status }) => what === "message" && status === 200)
    .map(({ mark }) => mark);
  expect(stored.map(({ mark }) => mark).toSorted()).toEqual(acknowledged.toSorted());
  return failed(visitors.deeds);
}

test("a restart under load with systemd's socket behind Caddy serves every request", async () => {
  const installation = await anInstallation("embedded", 1);
  expect(await restartUnderLoad(installation, installation.hold(0))).toEqual([]);
});

test("a restart without systemd's socket delays pages, and stores or refuses forms", async () => {
  const refused = await restartUnderLoad(await anInstallation("embedded", 1));
  expect(refused.filter(({ what, status }) => what === "page" || status !== 502)).toEqual([]);
});

test("a page arrives through the proxy as the site sent it, and nothing is added", async () => {
  const { proxy, direct, start } = await anInstallation("embedded", 1);
  await start(0);
  // A rendered page has a nonce of its own, with which its compressed length changes.
  const differing = ["date", "connection", "keep-alive", "content-length"];
  const ask = async (url: string, path: string) => {
    const { status, headers, text } = await send(url, path, {
      headers: { "Accept-Encoding": "br" },
    });
    const same = Object.entries(headers).filter(([name]) => !differing.includes(name));
    return {
      status,
      headers: withoutNonce(JSON.stringify(same.toSorted())),
      text: withoutNonce(text),
    };
  };
  const paths = ["/", "/about", "/favicon.svg", "/sitemap.xml", "/nowhere", "/healthz", "/%00"];
  for (const path of paths) expect(await ask(proxy.url, path)).toEqual(await ask(direct[0]!, path));
});
