import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  answersWithAnotherTotal,
  type FuzzRequest,
  fuzzRequests,
} from "#tests/support/fuzz-requests.ts";
import { fuzzId as id, openSlug, openVersion, slug } from "#tests/support/fuzz-valid.ts";
import { startStripe, type StripeServer } from "#tests/fakes/stripe.ts";
import { appointmentRow } from "#tests/support/diary-rows.ts";
import { diaryRows } from "#tests/support/fuzz-diary.ts";
import { businessRow, invoiceRow } from "#tests/support/invoice-rows.ts";
import { addOwner, signInForCookies } from "#tests/support/owners.ts";
import { type HttpResponse, send } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { createStore, databaseKinds, type TestStore } from "#tests/support/store.ts";
import { insertQuote } from "#tests/support/quote-rows.ts";

/*
 * Requests that nobody has thought of. `FUZZ_REQUESTS` says how many, half of them for each database,
 * `FUZZ_SEED` which; a request that is answered badly is printed whole.
 */

const count = Math.ceil(Number(process.env.FUZZ_REQUESTS ?? 1_500) / databaseKinds.length);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const openQuotes = 120;

let store: TestStore;
let stripe: StripeServer;
let site: Site;
let Cookie: string;

async function begin(kind: (typeof databaseKinds)[number]) {
  store = await createStore(kind);
  stripe = await startStripe();
  await store.withConnection(async (query) => {
    await query(
      `insert into invoices (client_name, client_email, invoice_type, total_amount, slug, version)
       select 'Ada', 'ada@client.example', 'Live Piano Services Quote', 1200,
         '${openSlug}-' || n, 1 + n % 3 from generate_series(1, ${openQuotes}) n`,
    );
    await insertQuote(query, { id, slug });
    await query(
      "insert into contact_messages (id, name, email, message) values ($1, 'Ada', 'ada@client.example', 'Hello there')",
      [id],
    );
    await query(
      "insert into ameb_bookings (id, student_parent_name, contact_email, exam_time, " +
        "exam_board_grade, service_required) values ($1, 'Mei', 'mei@family.example', '10', " +
        "'Grade 5', '{}')",
      [id],
    );
    await query(
      "insert into email_templates (id, name, subject, body) values ($1, 'Thanks', 'Hello', 'Hello')",
      [id],
    );
  });
  await store.query(businessRow);
  await store.query(invoiceRow("INV-0900", slug, `'${id}'`));
  await store.query(appointmentRow(slug));
  for (const statement of diaryRows(id, slug)) await store.query(statement);
  await addOwner(store, "owner@example.com");
  site = await startSite(store.dataDir, {
    ...store.settings,
    ...stripe.settings,
    TRUST_PROXY: "1",
  });
  Cookie = await signInForCookies(site, "owner@example.com");
}

let answered = 0;

/** The request with the next open quote in it, and the version that the quote's page names. */
async function aboutOpenQuote({ path, sent }: FuzzRequest): Promise<FuzzRequest> {
  const body = sent.body?.toString() ?? "";
  if (!`${path} ${body}`.includes(openSlug)) return { path, sent };
  const link = `${openSlug}-${(answered++ % openQuotes) + 1}`;
  const [, version = ""] =
    /name="version" value="(\d+)"/.exec((await send(site.url, `/quotes/${link}`)).text) ?? [];
  const filled = (text: string) => text.replaceAll(openSlug, link).replaceAll(openVersion, version);
  return { path: filled(path), sent: { ...sent, body: Buffer.from(filled(body)) } };
}

/** What no answer may carry: where our code lies, what it asked the database, or where it failed. */
const insides =
  /\n\s+at .+:\d+:\d+|node_modules|Failed query|\/server\/index\.js|(select|insert into|update) "|ECONN|pg_catalog/;

function fault({ status, text: said, headers }: HttpResponse): string | null {
  if (status >= 500) return `status ${status}`;
  if (insides.test(said)) return `tells of the inside: ${insides.exec(said)![0]}`;
  return headers["content-security-policy"] ? null : "carries no policy";
}

describe.for(databaseKinds)("requests on %s", (kind) => {
  beforeAll(() => begin(kind));
  afterAll(async () => {
    await site.kill();
    await stripe.stop();
    store.remove();
  });

  test(
    `${count} random requests cause no failure and reveal nothing internal (seed ${seed})`,
    async () => {
      const requests = fc.sample(fuzzRequests(Cookie), { numRuns: count, seed });
      requests.push(...fc.sample(answersWithAnotherTotal(Cookie), { numRuns: 40, seed }));
      const faults: string[] = [];
      const worker = async () => {
        for (let next = requests.pop(); next; next = requests.pop()) {
          const asked = await aboutOpenQuote(next);
          const said = await send(site.url, asked.path, asked.sent);
          // What Node's own parser refuses has no headers of ours, and no words either.
          const wrong =
            said.text === "" && [400, 408, 417, 431].includes(said.status) ? null : fault(said);
          if (wrong)
            faults.push(
              `${wrong}: ${JSON.stringify({ ...asked, sent: { ...asked.sent, body: asked.sent.body?.toString() } })}`,
            );
        }
      };
      await Promise.all(Array.from({ length: 8 }, worker));
      expect(faults.slice(0, 5)).toEqual([]);
      expect((await send(site.url, "/readyz")).status).toBe(200);
      await site.stop();
      const decided = await store.query<{ kind: string; claimed: boolean }>(
        "select kind, bool_or(data ? 'claimedTotal') as claimed from quote_events where kind " +
          "in ('accepted', 'declined') group by kind order by kind",
      );
      // Some reached the record, also with figures that nobody has thought of.
      expect(decided).toMatchObject([{ kind: "accepted", claimed: true }, { kind: "declined" }]);
    },
    60_000 + 60 * count,
  );
});
