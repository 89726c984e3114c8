import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { root } from "#app/server/root.server.ts";
import { freePort } from "#tests/support/postgres.ts";
import { randomFrom } from "#tests/support/random.ts";
import { postAcceptance } from "#tests/support/quote-rows.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { createStore, databaseKinds, type DatabaseKind, type Query } from "#tests/support/store.ts";

/*
 * The process is killed as by a power cut, again and again, while clients accept quotes. Afterwards
 * invoices are numbered without a gap, and belong to acceptances one to one.
 */

/** On each database; `npm run test:night -- --minutes 10` asks for more. */
const kills = Number(process.env.KILLS ?? 12);
const clients = 4;
const quotes = 4_000;
/** How many milliseconds after its moment a kill comes at the latest. */
const soon = 200;

/** Before these statements, which only an acceptance runs, the embedded database is stopped. */
const fatal = [
  "document_counters",
  'insert into "sales_invoices"',
  'insert into "email_attachments"',
];
const preload = pathToFileURL(join(root, "tests/support/kill-at.ts")).href;

/** A number: after so many acceptances were acknowledged. */
type Moment = "sending" | number | { before: string };

/** Two of three kills come while clients accept one quote after the other. */
function momentOf(kind: DatabaseKind, round: number, chance: number): Moment {
  if (round % 3 < 2) return 1 + Math.floor(chance * 6);
  return kind === "postgres" ? "sending" : { before: fatal[Math.floor(round / 3) % fatal.length]! };
}

test.concurrent.for(databaseKinds)(
  "a site on %s killed during acceptances leaves no gap and no half of an agreement",
  { timeout: 900_000 },
  async (kind, { onTestFailed, onTestFinished }) => {
    const seed = Number(process.env.SEED ?? Date.now() % 0xffffffff);
    onTestFailed(() => console.log(`To kill at the same moments again: SEED=${seed}`));
    const random = randomFrom(seed);
    const store = await createStore(kind);
    onTestFinished(store.remove);
    await store.withConnection(prepare);
    const settings = { ...store.settings, PORT: String(await freePort()) };

    const acknowledged: string[] = [];
    let next = 0;
    for (let round = 0; round < kills; round++) {
      const moment = momentOf(kind, round, random());
      const site = await startSite(store.dataDir, {
        ...settings,
        ...(typeof moment === "object" && {
          KILL_AT: moment.before,
          NODE_OPTIONS: [store.settings.NODE_OPTIONS, `--import=${preload}`].join(" "),
        }),
      });
      onTestFinished(site.kill);
      const slugs = () => (next < quotes ? `quote-${++next}` : null);
      acknowledged.push(...(await acceptUntilKilled(site, slugs, moment, random() * soon)));
    }
    await store.untilIdle();
    await store.withConnection((query) => expectWhole(query, acknowledged, kind));
  },
);

/** Quotes to accept, and a business that invoices them with GST. */
async function prepare(query: Query) {
  await query(`insert into invoices (client_name, client_email, invoice_type, event_title, event_date,
      total_amount, slug)
    select 'Ada Client', 'ada@client.example', 'Live Piano Services Quote', 'Party', '2040-06-20',
      1200 + n, 'quote-' || n from generate_series(1, ${quotes}) n`);
  await query(`insert into business_details (legal_name, abn, payid, payid_kind, invoicing)
    values ('Imogen Hale', '51824753556', 'pay@breath-and-key.example', 'email', true)`);
  await query("insert into gst_registrations (starts) values ('2020-01-01')");
}

/** Clients accept in parallel, each one quote after the other, until the process is gone. */
async function acceptUntilKilled(
  site: Site,
  nextSlug: () => string | null,
  moment: Moment,
  after: number,
): Promise<string[]> {
  const acknowledged: string[] = [];
  const killSoon = () => setTimeout(() => void site.kill(), after);
  const accept = async () => {
    for (let slug = nextSlug(); slug; slug = nextSlug()) {
      const answer = await postAcceptance(site.url, slug).catch(() => null);
      // No answer, or half of one: the client has not been promised anything.
      if (!answer) return;
      // PostgreSQL may not have noticed yet that the process before is gone, and keep its locks.
      if (answer.status === 503) continue;
      expect(answer).toMatchObject({ status: 200 });
      if (acknowledged.push(slug) === moment) killSoon();
    }
  };
  const accepting = Array.from({ length: clients }, accept);
  if (moment === "sending") killSoon();
  await Promise.all([...accepting, site.ended]);
  return acknowledged;
}

async function expectWhole(query: Query, acknowledged: readonly string[], kind: DatabaseKind) {
  const accepted = await query<{ slug: string; documents: string; emails: string }>(`
    select slug,
      (select string_agg(kind || ' ' || total_cents, ', ' order by number) from sales_invoices
        where quote_id = invoices.id) as documents,
      (select string_agg(letters.kind || ' ' || attached.count, ', ' order by letters.kind)
        from letters cross join lateral (select count(*) from email_attachments join sales_invoices
          on sales_invoices.id = sales_invoice_id where email_id = letters.id and
          quote_id = invoices.id and sales_invoices.kind = 'deposit') attached
        where letters.invoice_id = invoices.id) as emails
    from invoices where accepted_at is not null order by slug`);
  expect(accepted.length).toBeGreaterThan(kills / 2);
  const stored = new Map(accepted.map((quote) => [quote.slug, quote]));
  expect(acknowledged.filter((slug) => !stored.has(slug))).toEqual([]);
  for (const { slug, documents, emails } of accepted) {
    const half = (1200_00 + Number(slug.slice("quote-".length)) * 100) / 2;
    expect({ slug, documents, emails }).toEqual({
      slug,
      documents: `deposit ${half}, balance ${half}`,
      emails: "acceptance-notice 0, acceptance-receipt 1",
    });
  }
  const numbers = await query<{ number: string }>("select number from sales_invoices");
  const counts = numbers.map(({ number }) => Number(number.slice("INV-".length)));
  expect(counts.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 2 * accepted.length }, (_, index) => index + 1),
  );
  expect(await query("select last from document_counters")).toEqual([
    { last: 2 * accepted.length },
  ]);
  console.log(
    `${kind}: ${kills} kills, ${acknowledged.length} acceptances acknowledged, ` +
      `${accepted.length} stored, each with its two invoices`,
  );
}
