import { readdirSync, readFileSync } from "node:fs";
import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { Severity } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allPages } from "#app/content/pages.ts";
import { invoiceRow } from "#tests/support/invoice-rows.ts";
import { withoutNonce } from "#tests/support/nonce.ts";
import { addOwner, testPassword, signInForCookies } from "#tests/support/owners.ts";
import { freePort } from "#tests/support/postgres.ts";
import {
  type HttpResponse,
  postForm,
  postJson,
  type HttpRequest,
  send,
} from "#tests/support/request.ts";
import { filledPaths } from "#tests/support/route-paths.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { createStore, type TestStore } from "#tests/support/store.ts";
import { insertQuote } from "#tests/support/quote-rows.ts";

/*
 * What every class of answer says to a browser, judged by Google's rules too, on a site at an https
 * address.
 */

const owner = "owner@example.com";
const slug = "a-slug-of-the-header-tests";
const letter = "00000000-0000-4000-8000-000000000001";

let store: TestStore;
let site: Site;
let base: string;
let Cookie: string;

beforeAll(async () => {
  store = await createStore();
  await store.withConnection(async (query) => {
    await insertQuote(query, { slug });
    await query(
      "insert into letters (id, kind, recipient, subject, html, text, state) values ($1, " +
        "'test', 'ada@client.example', 'Hello', '<p " +
        "style=\"color:red\">Hello</p><script>alert(1)</script>', 'Hello', 'sent')",
      [letter],
    );
    await query(invoiceRow("INV-0001", "an-invoice"));
  });
  await addOwner(store, owner);
  const PORT = String(await freePort());
  base = `http://localhost:${PORT}`;
  site = await startSite(store.dataDir, {
    ...store.settings,
    PORT,
    SITE_URL: "https://desk.example",
  });
  Cookie = await signInForCookies({ ...site, url: base }, owner);
});

afterAll(async () => {
  await site.kill();
  store.remove();
});

const json = { "Content-Type": "application/json" };
const get =
  (path: string, sent: HttpRequest = {}) =>
  () =>
    send(base, path, sent);
const asAdmin = (path: string) => () => send(base, path, { headers: { Cookie } });

async function notModified(): Promise<HttpResponse> {
  const { headers } = await send(base, "/");
  return send(base, "/", { headers: { "If-None-Match": headers.etag! } });
}

/** While a table is away, what needs it fails. */
async function whileAway(table: string, ask: () => Promise<HttpResponse>): Promise<HttpResponse> {
  await store.query(`alter table ${table} rename to away`);
  try {
    return await ask();
  } finally {
    await store.query(`alter table away rename to ${table}`);
  }
}

const classes: [string, number, () => Promise<HttpResponse>][] = [
  ["a page from memory", 200, get("/")],
  ["a rendered page", 200, get("/live-piano-services/quote-confirmation")],
  ["a quote", 200, get(`/quotes/${slug}`)],
  ["a quote's data", 200, get(`/quotes/${slug}.data`)],
  ["a quote on paper", 200, get(`/quotes/${slug}/quote.pdf`)],
  ["a quote that does not exist", 404, get("/quotes/none")],
  ["an invoice", 200, get("/invoices/an-invoice")],
  ["an invoice's PDF", 200, get("/invoices/an-invoice/invoice.pdf")],
  ["an invoice that does not exist", 404, get("/invoices/none")],
  ["the times of a session", 200, get("/book/voice-piano/60-minutes")],
  ["an appointment that does not exist", 404, get("/appointments/none")],
  ["the login", 200, get("/login")],
  ["a sign-in", 302, () => postForm(base, "/login", { email: owner, password: testPassword })],
  ["the admin", 200, asAdmin("/admin")],
  ["the admin, not signed in", 302, get("/admin")],
  ["a client's page", 200, asAdmin("/admin/clients/ada%40client.example")],
  ["the exam day", 200, asAdmin("/admin/today")],
  ["the exam day's worker", 200, asAdmin("/admin/today/worker.js")],
  ["an export", 200, asAdmin("/admin/export/quotes")],
  ["an email as it was sent", 200, asAdmin(`/admin/sent-mail/${letter}/as-sent`)],
  ["an unknown page", 404, get("/no-such-page")],
  ["a missing asset", 404, get("/assets/none.js")],
  ["a picture", 200, get("/favicon.svg")],
  ["a page the browser has", 304, notModified],
  ["a form with mistakes", 422, () => postForm(base, "/?index", { name: "A" })],
  ["a function", 422, () => postJson(base, "/functions/add-mailchimp-subscriber", { email: "no" })],
  ["an unknown function", 404, () => postJson(base, "/functions/none", {})],
  ["the sign-in library", 200, get("/api/auth/get-session")],
  ["an address of the library that is not in use", 404, get("/api/auth/list-users")],
  ["a refused method", 405, get("/", { method: "DELETE" })],
  ["a refused path", 400, get("/%00")],
  [
    "a refused origin",
    403,
    get("/?index", { method: "POST", headers: { Origin: "https://evil.example" } }),
  ],
  [
    "a refused body",
    415,
    get("/", { method: "POST", headers: { "Content-Type": "text/plain" }, body: "a" }),
  ],
  [
    "a body that is too large",
    413,
    get("/?index", { method: "POST", headers: json, body: "a".repeat(70_000) }),
  ],
  ["a page while the database fails", 503, () => whileAway("invoices", get(`/quotes/${slug}`))],
  [
    "a function while the database fails",
    503,
    () =>
      whileAway("allowances", () =>
        postJson(base, "/functions/add-mailchimp-subscriber", { email: "ada@client.example" }),
      ),
  ],
  ["health", 200, get("/healthz")],
  ["the sitemap", 200, get("/sitemap.xml")],
];

test.for(classes)(
  "%s has the security headers, and its policy has no high finding by Google's evaluator",
  async ([name, status, ask]) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none';.*frame-ancestors '(none|self)'/);
    // An email carries its styles on its elements; it stands alone in a sandbox.
    const isEmail = name === "an email as it was sent";
    expect(policy.replace(isEmail ? "style-src 'unsafe-inline'" : "", "")).not.toMatch(
      /'unsafe-|[ ;](\*|data:|(http|https|ftp):(?!\/\/)|(http|ftp):\/\/)/,
    );
    expect(answer.text).not.toMatch(/<script[^>]+src="(https?:)?\/\//);
    expect(answer.headers).toMatchObject({
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "referrer-policy": expect.stringMatching(
        /^(strict-origin-when-cross-origin|same-origin|no-referrer)$/,
      ),
      "strict-transport-security": "max-age=63072000; includeSubDomains",
      "x-content-type-options": "nosniff",
      "x-frame-options": expect.stringMatching(/^(DENY|SAMEORIGIN)$/),
    });
    for (const header of ["x-powered-by", "server", "access-control-allow-origin"])
      expect(answer.headers).not.toHaveProperty(header);
    if (/^text\/|json|xml/.test(answer.headers["content-type"] ?? ""))
      expect(answer.headers["content-type"]).toMatch(/charset=utf-8/i);
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
    expect(
      findings
        .filter(({ severity }) => severity <= Severity.HIGH_MAYBE)
        .map(({ directive, description }) => `${directive}: ${description}`),
    ).toEqual([]);
  },
);

test("the session cookie is SameSite, Secure and HttpOnly", async () => {
  const { headers } = await postForm(base, "/login", { email: owner, password: testPassword });
  const cookies = headers["set-cookie"]!;
  expect(cookies.map((cookie) => cookie.split("=")[0])).toEqual([
    "__Host-better-auth.session_token",
    "__Host-device",
  ]);
  for (const cookie of cookies)
    for (const flag of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"])
      expect(cookie).toContain(`; ${flag}`);
});

describe("what a cache may store", () => {
  const comparable = ({ headers }: HttpResponse) => ({
    ...headers,
    date: "",
    "content-security-policy": withoutNonce(String(headers["content-security-policy"])),
  });

  test("depends on nothing that a request can set", async () => {
    const invented = {
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Scheme": "http",
      "X-Forwarded-Proto": "http",
      "X-Original-URL": "/admin",
      "X-Rewrite-URL": "/admin",
      "X-Forwarded-Prefix": "/evil",
      "X-Host": "evil.example",
      Forwarded: "host=evil.example",
      "Accept-Language": "evil",
      "User-Agent": "evil",
      Referer: "https://evil.example/",
      "X-Forwarded-For": "evil.example",
      Origin: "https://evil.example",
      Cookie: "theme=evil; device=evil",
    };
    const pages = ["/", "/about", "/about.data", "/no-such-page", "/login", `/quotes/${slug}`];
    for (const path of [...pages, "/robots.txt", "/sitemap.xml"]) {
      const plain = await send(base, path);
      const poisoned = await send(base, path, { headers: invented });
      const same = withoutNonce(poisoned.text) === withoutNonce(plain.text);
      expect({ path, status: poisoned.status, same }).toEqual({
        path,
        status: plain.status,
        same: true,
      });
      expect(comparable(poisoned)).toEqual(comparable(plain));
    }
  });

  test("is public pages and files only, with the right Vary header", async () => {
    for (const path of ["/login", `/quotes/${slug}`, "/admin", "/healthz", "/no-such-page"])
      expect([path, (await send(base, path)).headers["cache-control"]]).toEqual([path, "no-store"]);
    for (const encoding of ["br", "gzip", "identity"])
      expect(
        (await send(base, "/", { headers: { "Accept-Encoding": encoding } })).headers.vary,
      ).toBe("Accept-Encoding");
    // A path that only looks like a file's must not make a private page one.
    for (const path of [
      "/admin/quotes/x.css",
      "/admin/x.js",
      "/login/x.svg",
      `/quotes/${slug}/x.css`,
    ])
      expect((await send(base, path, { headers: { Cookie } })).headers["cache-control"]).toBe(
        "no-store",
      );
  });
});

test("no page but the exam day registers a worker, and that for its own address", async () => {
  const paths = filledPaths({ slug, token: "none" }, letter).filter((path) => path !== "/logout");
  const offending: string[] = [];
  for (const path of paths) {
    const { headers, text } = await send(base, path, { headers: { Cookie } });
    const policy = String(headers["content-security-policy"]);
    if (/worker-src/.test(policy) || text.includes("serviceWorker")) offending.push(path);
  }
  expect(offending).toEqual(["/admin/today"]);
  const scripts = readdirSync("build/client/assets").filter((file) => file.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(50);
  for (const file of scripts)
    expect(readFileSync(`build/client/assets/${file}`, "utf8"), file).not.toContain(
      "serviceWorker",
    );
  const { headers } = await send(base, "/admin/today/worker.js", { headers: { Cookie } });
  expect(headers["service-worker-allowed"]).toBe("/admin/today");
});

test("every form with personal data links to the privacy page", async () => {
  const forms = (
    await Promise.all(
      ["/", "/live-piano-services", "/ameb-accompanying", "/newsletter", `/quotes/${slug}`].map(
        (path) => send(base, path),
      ),
    )
  ).flatMap(({ text }) => text.match(/<form\b[\s\S]*?<\/form>/g) ?? []);
  const personal = forms.filter((form) => /type="email"/.test(form));
  expect(personal.length).toBeGreaterThan(6);
  expect(personal.filter((form) => !form.includes('href="/privacy"'))).toEqual([]);
});

test("a visitor gets no cookie on any page or form", async () => {
  const visits = [
    ...allPages.map(({ path }) => send(base, path)),
    send(base, `/quotes/${slug}`),
    send(base, "/newsletter"),
    send(base, "/form-token"),
    send(base, "/no-such-page"),
    postForm(base, "/?index", {
      name: "Ada Visitor",
      email: "ada@visitor.example",
      message: "Do you teach adults?",
    }),
    postForm(base, "/newsletter", { email: "ada@visitor.example" }),
  ];
  for (const { status, cookies } of await Promise.all(visits))
    expect([status < 500, cookies]).toEqual([true, ""]);
});
