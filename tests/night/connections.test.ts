import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { begun } from "#tests/support/begun.ts";
import { openClient } from "#tests/support/postgres.ts";
import {
  type HttpResponse,
  postForm,
  postJson,
  send,
  visibleText,
} from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { createStore, type TestStore } from "#tests/support/store.ts";

/*
 * The connections to PostgreSQL are cut and held up while visitors write. Afterwards the site has all
 * of them again, everything acknowledged is stored once, and nothing refused is stored.
 */

const cuts = 300;
/** In milliseconds, long enough for many to wait one after the other; `--minutes 10` asks for a minute. */
const heldFor = Number(process.env.HELD_SECONDS ?? 8) * 1_000;
const poolSize = 6;

let store: TestStore;
let site: Site;
/** A connection of the test's own. */
let outside: pg.Client;
let messages = 0;

beforeAll(async () => {
  store = await createStore("postgres");
  site = await startSite(store.dataDir, { ...store.settings, TRUST_PROXY: "1" });
  outside = await openClient(store.settings.DATABASE_URL!);
});

afterAll(async () => {
  await outside.end();
  await site.kill();
  store.remove();
});

beforeEach(() => void (written.length = 0));

type Written = { message: string; outcome: "stored" | "refused" | "unconfirmed"; took: number };
const written: Written[] = [];

/** Each visitor has an address of their own, so that no limit counts them together. */
const visitor = (number: number) => ({
  "X-Forwarded-For": `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
});

function outcomeOf({ status, text }: HttpResponse): Written["outcome"] {
  if (status === 200) return "stored";
  const words = visibleText(text);
  if (words.includes("We couldn't tell whether that went through.")) return "unconfirmed";
  expect([status, words]).toEqual([503, expect.stringContaining("Failed to send message.")]);
  return "refused";
}

async function write(): Promise<Written> {
  const message = `A message to remember [${++messages}]`;
  const began = performance.now();
  const answer = await postForm(
    site.url,
    "/?index",
    { name: "Ada Visitor", email: "ada@visitor.example", message },
    visitor(messages),
  );
  const one = { message, outcome: outcomeOf(answer), took: performance.now() - began };
  written.push(one);
  return one;
}

/** Writes in parallel, each one message after the other, until `done`. */
async function writeDuring(writers: number, work: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const writeOn = async () => {
    while (!over.signal.aborted) await write();
  };
  const writing = begun(Promise.all(Array.from({ length: writers }, writeOn)));
  await work().finally(() => over.abort());
  await writing;
}

async function expectAsAnswered(): Promise<void> {
  const { rows } = await outside.query<{ message: string }>("select message from contact_messages");
  const times = (message: string) => rows.filter((row) => row.message === message).length;
  const right = {
    stored: (count: number) => count === 1,
    refused: (count: number) => count === 0,
    unconfirmed: (count: number) => count <= 1,
  };
  expect(written.filter(({ message, outcome }) => !right[outcome](times(message)))).toEqual([]);
}

const waitingForLocks =
  "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
const inTransaction =
  "select count(*)::int as count from pg_stat_activity where datname = " +
  "current_database() and state like 'idle in transaction%'";

async function countOf(statement: string): Promise<number> {
  return (await store.query<{ count: number }>(statement))[0]!.count;
}

/** As many forms as there are connections wait in the database at once, and all is well when they may go on. */
async function expectAllConnections(): Promise<void> {
  // A job may be at work; a transaction that nobody ends would stay for ten seconds.
  await expect.poll(() => countOf(inTransaction), { timeout: 5_000, interval: 20 }).toBe(0);
  await outside.query("begin; lock table contact_messages");
  await writeDuring(poolSize, async () => {
    await expect.poll(() => countOf(waitingForLocks), { interval: 20 }).toBe(poolSize);
  }).finally(() => outside.query("rollback"));
  expect((await send(site.url, "/readyz")).status).toBe(200);
  const after = await Promise.all(Array.from({ length: poolSize }, write));
  expect(after.map(({ outcome }) => outcome)).toEqual(after.map(() => "stored"));
}

test(`three writers survive ${cuts} cuts of every connection`, async () => {
  const others =
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = " +
    "current_database() and pid <> pg_backend_pid()";
  await writeDuring(3, async () => {
    for (let cut = 0; cut < cuts; cut++) {
      const known = written.length;
      await outside.query(others);
      await expect.poll(() => written.length, { interval: 5 }).toBeGreaterThan(known);
    }
  });
  expect(written.filter(({ outcome }) => outcome === "stored").length).toBeGreaterThan(cuts / 10);
  expect(written.filter(({ outcome }) => outcome === "refused").length).toBeGreaterThan(cuts / 10);
  await expectAllConnections();
  await expectAsAnswered();
});

test("requests to locked tables fail within five seconds and are not recorded later", async () => {
  await outside.query(
    "insert into invoices (client_name, client_email, invoice_type, event_date, " +
      "total_amount, slug, details) values ('Ada Client', 'ada@client.example', 'Live Piano " +
      "Services Quote', '2027-06-20', 1200, 'held-up', '{}')",
  );
  const accept = () =>
    postJson(
      site.url,
      "/functions/submit-quote-acceptance",
      {
        slug: "held-up",
        clientName: "Ada Client",
        clientEmail: "ada@client.example",
        acceptQuote: true,
      },
      visitor(++messages),
    );
  const holder = await openClient(store.settings.DATABASE_URL!);
  onTestFinished(() => holder.end());
  await holder.query("begin; lock table contact_messages, quote_events");
  const answers: { status: number; took: number }[] = [];
  const over = performance.now() + heldFor;
  await writeDuring(15, async () => {
    while (performance.now() < over) {
      const began = performance.now();
      const { status } = await accept();
      answers.push({ status, took: performance.now() - began });
      expect((await send(site.url, "/about")).status).toBe(200);
    }
    // Somebody may just have given up a connection, so that it is free for a moment.
    await expect.poll(async () => (await send(site.url, "/readyz")).status).toBe(503);
  });
  const refused = [...written];
  await holder.query("rollback");
  expect(refused.map(({ outcome }) => outcome)).toEqual(refused.map(() => "refused"));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  expect([...refused, ...answers].filter(({ took }) => took > 5_000)).toEqual([]);
  await expectAllConnections();
  await expectAsAnswered();
  expect(
    (await outside.query("select accepted_at from invoices where slug = 'held-up'")).rows,
  ).toEqual([{ accepted_at: null }]);
  expect((await accept()).status).toBe(200);
});

test("a connection lost in a commit is not reported as a failure", async () => {
  await outside.query(`create function be_lost() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    create constraint trigger lost after insert on contact_messages
      deferrable initially deferred for each row execute function be_lost()`);
  expect((await write()).outcome).toBe("unconfirmed");
  await outside.query("drop trigger lost on contact_messages");
  await expectAllConnections();
});

test.each([
  ["accepts", { clientName: "Ada Client", clientEmail: "ada@client.example", acceptQuote: "on" }],
  ["declines", { intent: "decline" }],
])("a client who %s a quote in vain is told that it has not arrived", async (slug, fields) => {
  await outside.query(
    "insert into invoices (client_name, client_email, invoice_type, total_amount, slug, " +
      "details) values ('Ada Client', 'ada@client.example', 'Live Piano Services Quote', " +
      "1200, $1, '{}')",
    [slug],
  );
  await outside.query(
    "create constraint trigger lost after insert on quote_events deferrable initially " +
      "deferred for each row execute function be_lost()",
  );
  const { status, text } = await postForm(site.url, `/quotes/${slug}`, { version: "1", ...fields });
  await outside.query("drop trigger lost on quote_events");
  expect([status, visibleText(text)]).toEqual([
    503,
    expect.stringContaining("It didn't arrive, so nothing was recorded. Please send it again."),
  ]);
  expect(visibleText(text)).not.toContain("Failed to");
});
