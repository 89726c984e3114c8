import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "#app/features/auth/endpoints.server.ts";
import { startStripe, type StripeServer } from "#tests/fakes/stripe.ts";
import { insertOneOfEach } from "#tests/support/one-of-each.ts";
import { addOwner, signInForCookies } from "#tests/support/owners.ts";
import { formsOf, formsOfPages, type PageForm } from "#tests/support/page-forms.ts";
import { type HttpRequest, type HttpResponse, inTurns, send } from "#tests/support/request.ts";
import { filledPaths } from "#tests/support/route-paths.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { createStore, databaseKinds, type TestStore } from "#tests/support/store.ts";

/*
 * Requests that nobody has thought of: half of them invented, half the forms of the site's own pages with a
 * field or two changed. `FUZZ_REQUESTS` says how many, half of them for each database, `FUZZ_SEED` which; a
 * request that is answered badly is printed whole.
 */

const count = Math.ceil(Number(process.env.FUZZ_REQUESTS ?? 1_500) / databaseKinds.length);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const openQuotes = 40;

const id = "00000000-0000-4000-8000-000000000001";
const slug = "a-slug-of-the-fuzz-tests";
const client = { clientName: "Ada", clientEmail: "ada@client.example" };

let store: TestStore;
let stripe: StripeServer;
let site: Site;
let Cookie: string;

async function begin(kind: (typeof databaseKinds)[number]) {
  store = await createStore(kind);
  stripe = await startStripe();
  await store.withConnection(async (query) => {
    await insertOneOfEach(query, id, slug);
    await query(
      `insert into invoices (client_name, client_email, invoice_type, total_amount, slug, version)
        select 'Ada', 'ada@client.example', 'Live Piano Services Quote', 1200, 'open-quote-' || n, 1 + n % 3
        from generate_series(1, ${openQuotes}) n`,
    );
  });
  await addOwner(store, "owner@example.com");
  site = await startSite(store.dataDir, {
    ...store.settings,
    ...stripe.settings,
    TRUST_PROXY: "1",
  });
  Cookie = await signInForCookies(site, "owner@example.com");
}

const words = (list: string) => list.trim().split(/\s+/);

const pages = filledPaths(
  {
    id,
    pdfId: id,
    email: "ada%40client.example",
    category: "voice-piano",
    service: "lesson",
    start: "20300108T2300Z",
    kind: "quotes",
    quarter: "2026-4",
    document: "home",
    list: "quotes",
  },
  slug,
).filter((path) => !/^\/(functions|api)\/|^\/logout/.test(path));

/** What an API client sends. */
const calls: [name: string, payload: Record<string, unknown>][] = [
  ["add-mailchimp-subscriber", { email: "ada@visitor.example", firstName: "Ada", lastName: "V" }],
  [
    "send-ameb-booking-email",
    {
      studentParentName: "Mei",
      contactEmail: "mei@family.example",
      examDate: "2090-06-20",
      examTime: "10",
      examBoardGrade: "Grade 5",
      serviceRequired: ["Exam Day Accompanying Only"],
    },
  ],
  ["submit-quote-acceptance", { ...client, slug, totalAmount: 1200, proposalDetails: {} }],
  ["submit-live-piano-services-quote", { ...client, slug, acceptQuote: true, totalBaseInvoice: 9 }],
  ["send-admin-email", { recipientEmail: client.clientEmail, subject: "Hello", body: "{{name}}" }],
];

// Whoever ends the session sees nothing more of what the owner sees.
const library = [...Object.keys(endpoints), "/error", "/admin/list-users"]
  .filter((path) => path !== "/sign-out")
  .map((path) => `/api/auth${path.replace(":id", "x")}`);

type FuzzRequest = { path: string; sent: HttpRequest };

const someText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom(
    ...words(`on yes delete restore accepted ${id} ${slug} ada@client.example 2026-02-30 2026-03-01
      -1 1e999 NaN null {{name}} % ../.. '"><script>`),
    "",
    "9".repeat(40),
    "\u0000",
    "\ud800",
    "a".repeat(3_000),
  ),
);
const value = fc.oneof(
  someText,
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(someText, { maxLength: 3 }),
  fc.object({ maxDepth: 3 }),
);
// `String` throws for some objects.
const asString = (one: unknown) =>
  (typeof one === "object" ? JSON.stringify(one) : String(one)).toWellFormed();
const encoded = (entries: [string, unknown][]) =>
  new URLSearchParams(entries.map(([name, one]) => [name, asString(one)])).toString();

const header = fc.tuple(
  fc.constantFrom(
    ...words(`Accept Accept-Encoding Accept-Language Idempotency-Key If-None-Match Range User-Agent
      X-Requested-With Referer Prefer Authorization X-Forwarded-For Expect Sec-Purpose Cookie`),
  ),
  fc
    .string({ unit: "grapheme-ascii", maxLength: 80 })
    .map((text) => text.replace(/[^\x20-\x7e]/g, "")),
);

const noise = fc.record({
  type: fc.constantFrom(
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "text/plain",
    "application/json; charset=x",
    "",
  ),
  body: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});

/** Names that forms know, with values that they may not, to any address and in any shape. */
function invented(forms: PageForm[]): fc.Arbitrary<FuzzRequest> {
  const names = new Set([
    ...forms.flatMap(({ fields }) => Object.keys(fields)),
    ...calls.flatMap(([, payload]) => Object.keys(payload)),
    ...words("token password otp code state q sort page _routes __proto__ constructor"),
  ]);
  const fields = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), value), {
    maxLength: 8,
    selector: ([name]) => name,
  });
  const part = ([name, content]: [string, unknown]) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${asString(content)}\r\n`;
  const as = (type: string, write: (entries: [string, unknown][]) => string) =>
    fields.map((entries) => ({ type, body: Buffer.from(write(entries)) }));
  // Hashing a password takes 50 ms, so sign-in pages come less often.
  const isSignIn = (path: string) => path.startsWith("/login");
  const addresses = [...pages, ...forms.map(({ path }) => path), "/assets/x.js"];
  return fc
    .record({
      path: fc.oneof(
        { weight: 15, arbitrary: fc.constantFrom(...addresses.filter((path) => !isSignIn(path))) },
        { weight: 1, arbitrary: fc.constantFrom(...addresses.filter(isSignIn), "/login") },
        { weight: 3, arbitrary: fc.constantFrom(...calls.map(([name]) => `/functions/${name}`)) },
        { weight: 2, arbitrary: fc.constantFrom(...library) },
      ),
      tail: fc.oneof(
        { weight: 6, arbitrary: fc.constant("") },
        { weight: 2, arbitrary: fc.constantFrom(".data", "/", "/.data", ".json", "/x") },
        {
          weight: 1,
          arbitrary: someText.map(
            (text) => `/${encodeURIComponent(text.toWellFormed().slice(0, 200))}`,
          ),
        },
      ),
      query: fc.oneof(
        { weight: 2, arbitrary: fc.constant("") },
        { weight: 3, arbitrary: fields.map((entries) => `?${encoded(entries)}`) },
        { weight: 1, arbitrary: header.map(([, text]) => `?${text.replaceAll(" ", "+")}`) },
      ),
      method: fc.constantFrom("GET", "GET", "POST", "POST", "POST", "HEAD", "PUT"),
      sent: fc.oneof(
        as("application/x-www-form-urlencoded", encoded),
        as("application/json", (entries) => JSON.stringify(Object.fromEntries(entries))),
        as("multipart/form-data; boundary=b", (entries) => `${entries.map(part).join("")}--b--`),
        noise,
      ),
      headers: fc.array(header, { maxLength: 3 }),
      owner: fc.boolean(),
      from: fc.ipV4(),
    })
    .map(({ path, tail, query, method, sent, headers, owner, from }) => ({
      path: `${path}${tail}${query}`.slice(0, 5_000),
      sent: {
        method,
        headers: {
          "X-Forwarded-For": from,
          ...Object.fromEntries(headers),
          ...(method === "POST" && sent.type && { "Content-Type": sent.type }),
          ...(owner && { Cookie }),
        },
        ...(method === "POST" && { body: sent.body }),
      },
    }));
}

const changed = (fields: Record<string, unknown>) =>
  fc
    .array(fc.tuple(fc.constantFrom(...Object.keys(fields), "intent"), value), { maxLength: 2 })
    .map((changes): [string, unknown][] =>
      Object.entries({ ...fields, ...Object.fromEntries(changes) }),
    );

const post = (path: string, type: string, body: string, from: string): FuzzRequest => ({
  path,
  sent: {
    method: "POST",
    headers: { Cookie, "X-Forwarded-For": from, "Content-Type": `application/${type}` },
    body: Buffer.from(body),
  },
});

/** A form or an API request, with a field or two changed. */
const nearlyValid = (forms: PageForm[]): fc.Arbitrary<FuzzRequest> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .constantFrom(...forms)
        .chain(({ path, fields }) =>
          fc
            .tuple(changed(fields), fc.ipV4())
            .map(([entries, from]) => post(path, "x-www-form-urlencoded", encoded(entries), from)),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...calls)
        .chain(([name, payload]) =>
          fc
            .tuple(changed(payload), fc.ipV4())
            .map(([entries, from]) =>
              post(`/functions/${name}`, "json", JSON.stringify(Object.fromEntries(entries)), from),
            ),
        ),
    },
  );

/** What no answer may carry: where our code lies, what it asked the database, or where it failed. */
const insides =
  /\n\s+at .+:\d+:\d+|node_modules|Failed query|\/server\/index\.js|(select|insert into|update) "|ECONN|pg_catalog/;

function fault({ status, text: said, headers }: HttpResponse): string | null {
  // What Node's own parser refuses has no headers of ours, and no words either.
  if (said === "" && [400, 408, 417, 431].includes(status)) return null;
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
      const forms = await formsOfPages(site.url, pages, Cookie, 1);
      // There are at least as many kinds of forms as this.
      expect(forms.length).toBeGreaterThan(80);
      const requests = fc.sample(fc.oneof(invented(forms), nearlyValid(forms)), {
        numRuns: count,
        seed,
      });
      const faults: string[] = [];
      await inTurns(requests, async ({ path, sent }) => {
        const wrong = fault(await send(site.url, path, sent));
        if (!wrong) return;
        const printed = { path, sent: { ...sent, body: sent.body?.toString() } };
        faults.push(`${wrong}: ${JSON.stringify(printed)}`);
      });
      expect(faults.slice(0, 5)).toEqual([]);
      expect((await send(site.url, "/readyz")).status).toBe(200);
      // They were the owner's to the end.
      expect((await send(site.url, "/admin", { headers: { Cookie } })).status).toBe(200);
    },
    60_000 + 60 * count,
  );

  test("answers to open quotes are recorded, with figures that nobody has thought of", async () => {
    const totals = fc.sample(fc.nat(), { numRuns: openQuotes, seed });
    await inTurns([...totals.entries()], async ([index, totalAmount]) => {
      const path = `/quotes/open-quote-${index + 1}`;
      const forms = formsOf(path, (await send(site.url, path)).text);
      const { fields } = forms[totalAmount % forms.length]!;
      const body = encoded(Object.entries({ ...fields, totalAmount }));
      await send(site.url, path, post(path, "x-www-form-urlencoded", body, "192.0.2.1").sent);
    });
    const decided = await store.query<{ kind: string; claimed: boolean }>(
      "select kind, bool_or(data ? 'claimedTotal') as claimed from quote_events where kind " +
        "in ('accepted', 'declined') group by kind order by kind",
    );
    expect(decided).toMatchObject([{ kind: "accepted", claimed: true }, { kind: "declined" }]);
  });
});
