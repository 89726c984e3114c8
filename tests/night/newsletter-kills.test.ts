import { expect, onTestFinished, test } from "vitest";
import { type MailServer, startMailServer } from "#tests/fakes/smtp.ts";
import { freePort } from "#tests/support/postgres.ts";
import { randomFrom } from "#tests/support/random.ts";
import { postForm } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import {
  createStore,
  databaseKinds,
  type DatabaseKind,
  type Query,
  type TestStore,
} from "#tests/support/store.ts";
import { startForTest } from "#tests/support/test-site.ts";

/* A newsletter on its way while the process is killed as by a power cut, again and again. */

const isLong = Boolean(process.env.SOAK_MINUTES);
const kills = Number(process.env.KILLS ?? (isLong ? 60 : 4));
const readers = isLong ? 2_000 : 400;

/** Readers who agreed, and a newsletter that is due, at this pace. */
async function prepare(query: Query, count: number, perMinute: number): Promise<void> {
  await query(`insert into subscribers (email, state)
    select 'reader-' || n || '@people.example', 'subscribed' from generate_series(1, ${count}) n`);
  await query(`insert into subscriber_events (subscriber_id, kind, data)
    select id, 'asked', '{"form": "footer", "consent": "A letter a month."}' from subscribers`);
  await query(`insert into newsletter_settings (per_minute) values (${perMinute})`);
  await query(`insert into mailings (subject, body, state, sends_at)
    values ('Spring', 'Hello', 'waiting', now() - interval '1 minute')`);
}

async function open(kind: DatabaseKind): Promise<{ store: TestStore; mail: MailServer }> {
  const store = await createStore(kind);
  const mail = await startMailServer();
  onTestFinished(async () => {
    await mail.stop();
    store.remove();
  });
  return { store, mail };
}

const newsletters = ({ emails }: MailServer) =>
  emails.filter(({ envelopeTo }) => envelopeTo[0]!.startsWith("reader-"));

const untilReached = (mail: MailServer, count: number, timeout: number) =>
  mail.waitUntil(() => {
    const reached = new Set(newsletters(mail).map(({ envelopeTo }) => envelopeTo[0])).size;
    return reached >= count ? null : `${reached} of ${count} readers`;
  }, timeout);

test.for(databaseKinds)(
  `${kills} kills on %s: each of ${readers} readers has one email, at most one twice a kill`,
  { timeout: 1_800_000 },
  async (kind, { onTestFailed }) => {
    const seed = Number(process.env.SEED ?? Date.now() % 0xffffffff);
    onTestFailed(() => console.log(`To kill at the same moments again: SEED=${seed}`));
    const random = randomFrom(seed);
    const { store, mail } = await open(kind);
    await store.withConnection((query) => prepare(query, readers, 100_000));
    const settings = { ...store.settings, SMTP_URL: mail.url, PORT: String(await freePort()) };
    const start = async (): Promise<Site> => {
      const site = await startSite(store.dataDir, settings);
      onTestFinished(site.kill);
      return site;
    };
    for (let round = 0; round < kills; round++) {
      const site = await start();
      // Some while the emails are written, most while they leave.
      const more = round % 4 === 0 ? 0 : Math.ceil((random() * 1.6 * readers) / kills);
      const wanted = Math.min(newsletters(mail).length + more, readers);
      const isThere = untilReached(mail, Math.min(wanted, readers), 60_000).catch(() => {});
      await (more === 0 ? new Promise((done) => setTimeout(done, random() * 600)) : isThere);
      await site.kill();
    }
    await store.untilIdle();
    const site = await start();
    await untilReached(mail, readers, 600_000);
    const unsettled = "select id from letters where state in ('queued', 'sending')";
    await expect
      .poll(() => store.query(unsettled), { timeout: 120_000, interval: 1_000 })
      .toEqual([]);
    await expect
      .poll(() => store.query("select state from mailings"), { timeout: 30_000, interval: 1_000 })
      .toEqual([{ state: "sent" }]);
    const rows = await store.query<{ id: string; recipient: string; state: string }>(
      "select id, recipient, state from letters where kind = 'newsletter'",
    );
    expect(rows.filter(({ state }) => state !== "sent")).toEqual([]);
    expect(rows).toHaveLength(readers);
    expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(readers);
    const ids = new Map(rows.map(({ id, recipient }) => [recipient, id]));
    const received = newsletters(mail);
    for (const { envelopeTo, messageId } of received)
      expect(messageId).toContain(`<${ids.get(envelopeTo[0]!)}@`);
    const twice = received.length - readers;
    expect(twice).toBeLessThanOrEqual(kills);
    expect(await site.stop()).toBe(0);
    console.log(`${kind}: ${kills} kills, ${readers} readers, ${twice} emails came twice`);
  },
);

test.for(databaseKinds)(
  "beside a newsletter on %s a receipt arrives within five seconds, and who leaves gets none",
  { timeout: 120_000 },
  async (kind) => {
    const { store, mail } = await open(kind);
    await store.withConnection((query) => prepare(query, 5, 12));
    const settings = { ...store.settings, SMTP_URL: mail.url };
    const site = await startForTest(store.dataDir, settings);
    await untilReached(mail, 1, 30_000);
    const asked = performance.now();
    const message = { name: "Ada", email: "ada@visitor.example", message: "Are you free?" };
    expect((await postForm(site.url, "/?index", message)).status).toBe(200);
    await mail.waitUntil(
      (all) =>
        all.some(({ envelopeTo }) => envelopeTo[0] === message.email) ? null : "no receipt yet",
      5_000,
    );
    const took = performance.now() - asked;
    const reached = newsletters(mail).map(({ envelopeTo }) => envelopeTo[0]!);
    const [{ text = "" } = {}] = newsletters(mail);
    expect(text).toContain("/newsletter/unsubscribe?who=");
    const left = (
      await store.query<{ recipient: string; url: string }>(
        "select recipient, unsubscribe_url as url from letters where state = 'queued'",
      )
    ).find(({ recipient }) => !reached.includes(recipient))!;
    const { pathname, search } = new URL(left.url);
    const oneClick = { "List-Unsubscribe": "One-Click" };
    expect((await postForm(site.url, pathname + search, oneClick)).status).toBe(200);
    await store.query("update newsletter_settings set per_minute = 600");
    await untilReached(mail, 4, 30_000);
    await expect
      .poll(() => store.query("select state from mailings"), { timeout: 30_000, interval: 1_000 })
      .toEqual([{ state: "sent" }]);
    expect(newsletters(mail).map(({ envelopeTo }) => envelopeTo[0])).not.toContain(left.recipient);
    expect(await site.stop()).toBe(0);
    console.log(`${kind}: the receipt took ${Math.round(took)} ms`);
  },
);
