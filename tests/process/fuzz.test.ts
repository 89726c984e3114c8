import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { createOwner, signInForCookies } from "#tests/support/people.ts";
import { type HttpResponse, type HttpRequest, send } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { createStore, databaseKinds, type TestStore } from "#tests/support/store.ts";

/*
 * Requests that nobody has thought of. `FUZZ_REQUESTS` says how many, half of them for each database,
 * `FUZZ_SEED` which; a request that is answered badly is printed whole.
 */

const count = Math.ceil(Number(process.env.FUZZ_REQUESTS ?? 1_500) / databaseKinds.length);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const slug = "a-slug-of-the-fuzz-tests";
const id = "00000000-0000-4000-8000-000000000001";
/** Stand for an open quote that nobody has answered yet, and for the version that its page shows. */
const openSlug = "an-open-quote-of-the-fuzz-tests";
const openVersion = "the-version-of-that-quote";
const openQuotes = 120;

let store: TestStore;
let site: Site;
let Cookie: string;

async function begin(kind: (typeof databaseKinds)[number]) {
  store = await createStore(kind);
  await store.look(async (query) => {
    await query(
      `insert into invoices (client_name, client_email, invoice_type, total_amount, slug, version)
       select 'Ada', 'ada@client.example', 'Live Piano Services Quote', 1200, '${openSlug}-' || n, 1 + n % 3 from generate_series(1, ${openQuotes}) n`,
    );
    await query(
      "insert into invoices (id, client_name, client_email, invoice_type, total_amount, slug) values ($1, 'Ada', 'ada@client.example', 'Live Piano Services Quote', 1200, $2)",
      [id, slug],
    );
    await query(
      "insert into contact_messages (id, name, email, message) values ($1, 'Ada', 'ada@client.example', 'Hello there')",
      [id],
    );
    await query(
      "insert into ameb_bookings (id, student_parent_name, contact_email, exam_time, exam_board_grade, service_required) values ($1, 'Mei', 'mei@family.example', '10', 'Grade 5', '{}')",
      [id],
    );
    await query(
      "insert into email_templates (id, name, subject, body) values ($1, 'Thanks', 'Hello', 'Hello')",
      [id],
    );
  });
  await createOwner(store, "owner@example.com");
  site = await startSite(store.dataDir, { ...store.settings, TRUST_PROXY: "1" });
  Cookie = await signInForCookies(site, "owner@example.com");
}

let answered = 0;

/** The request with the next open quote in it, and the version that the quote's page names. */
async function aboutOpenQuote({
  address,
  sent,
}: {
  address: string;
  sent: HttpRequest;
}): Promise<{ address: string; sent: HttpRequest }> {
  const body = sent.body?.toString() ?? "";
  if (!`${address} ${body}`.includes(openSlug)) return { address, sent };
  const link = `${openSlug}-${(answered++ % openQuotes) + 1}`;
  const [, version = ""] =
    /name="version" value="(\d+)"/.exec((await send(site.url, `/quotes/${link}`)).text) ?? [];
  const filled = (text: string) => text.replaceAll(openSlug, link).replaceAll(openVersion, version);
  return { address: filled(address), sent: { ...sent, body: Buffer.from(filled(body)) } };
}

const pages = [
  "/",
  "/?index",
  "/about",
  "/privacy",
  "/live-piano-services",
  "/ameb-accompanying",
  "/newsletter",
  "/newsletter/confirm",
  "/newsletter/unsubscribe",
  "/programs",
  `/quotes/${slug}`,
  `/quotes/${slug}/quote.pdf`,
  "/quotes",
  "/form-token",
  "/calendar/x.ics",
  "/.well-known/jwks.json",
  "/robots.txt",
  "/readyz",
  "/assets/x.js",
];
const entrances = [
  "/login",
  "/login/sign-up",
  "/login/confirm",
  "/login/forgotten-password",
  "/login/update-password",
  "/login/magic-link",
  "/login/code",
  "/login/second-factor",
  "/login/setup",
  "/login/google",
];
const functions = [
  "add-mailchimp-subscriber",
  "send-ameb-booking-email",
  "submit-quote-acceptance",
  "submit-live-piano-services-quote",
  "send-admin-email",
  "none",
].map((name) => `/functions/${name}`);
const library = [
  "sign-in/email",
  "sign-up/email",
  "sign-in/magic-link",
  "magic-link/verify",
  "sign-in/email-otp",
  "phone-number/verify",
  "reset-password",
  "get-session",
  "token",
  "factors",
  "factors/x/verify",
  "callback/google",
  "error",
  "admin/list-users",
].map((path) => `/api/auth/${path}`);
const desk = [
  "",
  "/quotes",
  "/quotes/new",
  `/quotes/${id}`,
  `/quotes/${id}/edit`,
  "/ameb-bookings",
  "/inbox",
  "/newsletter",
  "/account",
  "/email-templates",
  `/compose/quotes/${id}`,
  `/compose/inbox/${id}`,
  "/sent-mail",
  `/sent-mail/${id}/as-sent`,
  "/clients/ada%40client.example",
  "/clients/x/export",
  "/activity",
  "/deleted",
  "/search",
  "/calendar",
  "/export/quotes",
].map((path) => `/admin${path}`);

const names = [
  "name",
  "email",
  "message",
  "firstName",
  "lastName",
  "eventDescription",
  "pianoType",
  "studentParentName",
  "contactEmail",
  "examDate",
  "examTime",
  "examBoardGrade",
  "serviceRequired",
  "clientName",
  "clientEmail",
  "acceptQuote",
  "version",
  "totalAmount",
  "slug",
  "intent",
  "id",
  "status",
  "from",
  "decision",
  "confirmed",
  "recipientEmail",
  "subject",
  "body",
  "templateId",
  "mark",
  "validUntil",
  "base",
  "token",
  "password",
  "otp",
  "code",
  "state",
  "show",
  "search",
  "q",
  "sort",
  "page",
  "to",
  "next",
  "who",
  "address",
  "form_key",
  "form_token",
  "_routes",
  "__proto__",
  "constructor",
];
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom(
    "",
    "on",
    "yes",
    "delete",
    "restore",
    "accepted",
    id,
    slug,
    "ada@client.example",
    "2026-02-30",
    "2026-03-01",
    "9".repeat(40),
    "-1",
    "1e999",
    "NaN",
    "null",
    "{{name}}",
    "\u0000",
    "\ud800",
    "a".repeat(3_000),
    "%",
    "../..",
    "'\"><script>",
  ),
);
const value = fc.oneof(
  text,
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.object({ maxDepth: 3 }),
);
/** As a program writes it that does not think; an object may not even have such words. */
const inWords = (one: unknown) =>
  (typeof one === "object" ? JSON.stringify(one) : String(one)).toWellFormed();
const fields = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), value), {
  maxLength: 8,
  selector: ([name]) => name,
});

const asForm = fields.map((entries) => ({
  type: "application/x-www-form-urlencoded",
  body: Buffer.from(
    new URLSearchParams(
      entries.map(([name, one]) => [
        name,
        typeof one === "string" ? one.toWellFormed() : String(JSON.stringify(one)),
      ]),
    ).toString(),
  ),
}));
const asJson = fields.map((entries) => ({
  type: "application/json",
  body: Buffer.from(JSON.stringify(Object.fromEntries(entries))),
}));
const asMultipart = fields.map((entries) => ({
  type: "multipart/form-data; boundary=b",
  body: Buffer.from(
    `${entries.map(([name, one]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${inWords(one)}\r\n`).join("")}--b--`,
  ),
}));
const asNoise = fc.record({
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

const header = fc.tuple(
  fc.constantFrom(
    "Accept",
    "Accept-Encoding",
    "Accept-Language",
    "Idempotency-Key",
    "If-None-Match",
    "Range",
    "User-Agent",
    "X-Requested-With",
    "Referer",
    "Prefer",
    "Authorization",
    "X-Forwarded-For",
    "Expect",
    "Sec-Purpose",
    "Cookie",
  ),
  fc
    .string({ unit: "grapheme-ascii", maxLength: 80 })
    .map((words) => words.replace(/[^\x20-\x7e]/g, "")),
);
const query = fc.oneof(
  { weight: 2, arbitrary: fc.constant("") },
  {
    weight: 3,
    arbitrary: fields.map(
      (entries) =>
        `?${new URLSearchParams(entries.map(([name, one]) => [name, inWords(one)])).toString()}`,
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: "grapheme-ascii", maxLength: 20 })
      .map((words) => `?${words.replace(/[^\x21-\x7e]/g, "+")}`),
  },
);
const tail = fc.oneof(
  { weight: 6, arbitrary: fc.constant("") },
  { weight: 2, arbitrary: fc.constantFrom(".data", "/", "/.data", ".json", "/x") },
  {
    weight: 1,
    arbitrary: text.map((words) => `/${encodeURIComponent(words.toWellFormed().slice(0, 200))}`),
  },
);
// A password costs a twentieth of a second, so the entrances come less often.
const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...pages) },
  { weight: 1, arbitrary: fc.constantFrom(...entrances) },
  { weight: 4, arbitrary: fc.constantFrom(...functions) },
  { weight: 2, arbitrary: fc.constantFrom(...library) },
  { weight: 8, arbitrary: fc.constantFrom(...desk) },
);

const draft = {
  kind: "live-piano",
  clientName: "Ada",
  clientEmail: "ada@client.example",
  eventTitle: "Party",
  eventDate: "2030-01-01",
  base: "1200",
  rehearsal: "700",
  extraHour: "350",
};
const enquiry = {
  studentParentName: "Mei",
  contactEmail: "mei@family.example",
  examDate: addDays(melbourneDay(new Date()), 100),
  examTime: "10",
  examBoardGrade: "Grade 5",
  serviceRequired: "Exam Day Accompanying Only",
};
/** What is in order, by where it goes. */
const inOrder: [string, Record<string, unknown>][] = [
  ["/?index", { name: "Ada", email: "ada@visitor.example", message: "Do you teach adults?" }],
  [
    "/live-piano-services",
    {
      firstName: "Ada",
      lastName: "V",
      email: "ada@visitor.example",
      phone: "1",
      suburb: "Kew",
      eventDescription: "A garden party",
      pianoType: "none",
    },
  ],
  ["/ameb-accompanying", enquiry],
  ["/newsletter", { email: "ada@visitor.example", firstName: "Ada" }],
  [
    "/functions/add-mailchimp-subscriber",
    { email: "ada@visitor.example", firstName: "Ada", lastName: "V" },
  ],
  [
    "/functions/send-ameb-booking-email",
    { ...enquiry, serviceRequired: [enquiry.serviceRequired] },
  ],
  [
    "/functions/submit-quote-acceptance",
    {
      slug: openSlug,
      clientName: "Ada",
      clientEmail: "ada@client.example",
      version: openVersion,
      totalAmount: 1200,
      proposalDetails: {},
    },
  ],
  [
    "/functions/submit-live-piano-services-quote",
    {
      slug: openSlug,
      clientName: "Ada",
      clientEmail: "ada@client.example",
      version: openVersion,
      acceptQuote: true,
      totalBaseInvoice: 1200,
      onSitePerformanceCost: 300,
      showPreparationFee: 100,
    },
  ],
  [
    `/quotes/${openSlug}`,
    {
      clientName: "Ada",
      clientEmail: "ada@client.example",
      version: openVersion,
      acceptQuote: "on",
      wantsExtraHour: "on",
      totalAmount: "1550",
    },
  ],
  [
    "/functions/send-admin-email",
    { recipientEmail: "ada@client.example", subject: "Hello", body: "{{client_name}}" },
  ],
  [`/quotes/${openSlug}`, { intent: "decline", version: openVersion, reason: "No" }],
  ["/admin/quotes/new", draft],
  [`/admin/quotes/${id}/edit`, { ...draft, mark: "" }],
  ["/admin/inbox", { id, of: "message", deed: "answered" }],
  ["/admin/ameb-bookings", { id, from: "pending", status: "booked" }],
  ["/admin/email-templates", { intent: "create", name: "A", subject: "B", body: "C" }],
  [
    `/admin/compose/inbox/${id}`,
    { recipientEmail: "ada@client.example", subject: "Hello", body: "Hello {{name}}" },
  ],
  ["/admin/clients/x%40y.example", { address: "x@y.example" }],
];
/** One of them with a field or two that are not. */
const nearly = fc
  .tuple(
    fc.constantFrom(...inOrder),
    fc.array(fc.tuple(fc.nat(), value), { maxLength: 2 }),
    fc.ipV4(),
  )
  .map(([[to, fine], changes, from]) => {
    const spoilt = {
      ...fine,
      ...Object.fromEntries(
        changes.map(([which, one]) => [Object.keys(fine)[which % Object.keys(fine).length]!, one]),
      ),
    };
    const json = to.startsWith("/functions");
    const body = json
      ? JSON.stringify(spoilt)
      : new URLSearchParams(
          Object.entries(spoilt).map(([name, one]) => [name, inWords(one)]),
        ).toString();
    return {
      address: to,
      sent: {
        method: "POST",
        headers: {
          Cookie,
          "X-Forwarded-For": from,
          "Content-Type": json ? "application/json" : "application/x-www-form-urlencoded",
        },
        body: Buffer.from(body),
      } as HttpRequest,
    };
  });

const request = fc
  .record({
    path,
    tail,
    query,
    method: fc.constantFrom("GET", "GET", "POST", "POST", "POST", "HEAD", "PUT"),
    sent: fc.oneof(asForm, asJson, asMultipart, asNoise),
    headers: fc.array(header, { maxLength: 3 }),
    owner: fc.boolean(),
    from: fc.ipV4(),
  })
  .map(({ path: to, tail: end, query: asks, method, sent, headers, owner, from }) => {
    const type: Record<string, string> =
      method === "POST" && sent.type ? { "Content-Type": sent.type } : {};
    const given: HttpRequest = {
      method,
      headers: {
        "X-Forwarded-For": from,
        ...Object.fromEntries(headers),
        ...type,
        ...(owner ? { Cookie } : undefined),
      },
    };
    return {
      address: `${to}${end}${asks}`.slice(0, 5_000),
      sent: method === "POST" ? { ...given, body: sent.body } : given,
    };
  });

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
    store.remove();
  });

  test(
    `${count} of them are answered without a failure and without a word of the inside, nearly right acceptances among them (seed ${seed})`,
    async () => {
      const requests = fc.sample(fc.oneof(request, nearly), { numRuns: count, seed });
      const faults: string[] = [];
      const worker = async () => {
        for (let next = requests.pop(); next; next = requests.pop()) {
          const asked = await aboutOpenQuote(next);
          const said = await send(site.url, asked.address, asked.sent);
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
      const decided = await store.look((look) =>
        look<{ kind: string; claimed: boolean }>(
          "select kind, bool_or(data ? 'claimedTotal') as claimed from quote_events where kind in ('accepted', 'declined') group by kind order by kind",
        ),
      );
      // Some reached the record, also with figures that nobody has thought of.
      expect(decided).toMatchObject([{ kind: "accepted", claimed: true }, { kind: "declined" }]);
    },
    60_000 + 60 * count,
  );
});
