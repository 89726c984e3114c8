import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { allPages } from "#app/content/pages.ts";
import { insertQuote } from "#tests/support/quote-rows.ts";
import { freePort } from "#tests/support/postgres.ts";
import { addOwner, testPassword, signInForCookies } from "#tests/support/owners.ts";
import { postForm, postJson, send } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { AUTH_SECRET, createStore, type TestStore } from "#tests/support/store.ts";

/*
 * What the process writes down about its visitors: on good days, on bad requests, and when the
 * database or the mail server fails.
 */

const slug = "a-slug-nobody-may-read";
/** Settings that only the process may know. Nobody listens at the addresses, so whatever would use them fails. */
const planted = {
  SMTP: "the-mail-password",
  MAILCHIMP_API_KEY: "planted-mailchimp-key-us1",
  GOOGLE_CLIENT_SECRET: "planted-google-secret",
  TWILIO_AUTH_TOKEN: "planted-twilio-token",
  AUTH_SECRET,
};
const secrets = {
  ...planted,
  slug,
  password: testPassword,
  wrong: "a wrong password of somebody",
  message: "What I confide to the owner alone",
  // A parser quotes all of so short a body in its error.
  body: "confided in short",
  token: "a-token-that-does-not-exist",
};

let store: TestStore;
let site: Site;
let cookies: string;
/** How much of the log belongs to the tests before. */
let read = 0;

beforeAll(async () => {
  store = await createStore();
  await store.withConnection((query) => insertQuote(query, { slug }));
  await addOwner(store, "owner@example.com");
  const nowhere = `127.0.0.1:${await freePort()}`;
  const { SMTP, MAILCHIMP_API_KEY, GOOGLE_CLIENT_SECRET, TWILIO_AUTH_TOKEN } = planted;
  site = await startSite(store.dataDir, {
    ...store.settings,
    LOG_LEVEL: "debug",
    SMTP_URL: `smtp://user:${SMTP}@${nowhere}`,
    MAILCHIMP_API_KEY,
    MAILCHIMP_AUDIENCE_ID: "a1",
    MAILCHIMP_BASE_URL: `http://${nowhere}`,
    GOOGLE_CLIENT_ID: "site",
    GOOGLE_CLIENT_SECRET,
    GOOGLE_ISSUER: `http://${nowhere}`,
    TWILIO_ACCOUNT_SID: "AC1",
    TWILIO_AUTH_TOKEN,
    TWILIO_FROM: "+61400000000",
    TWILIO_BASE_URL: `http://${nowhere}`,
  });
  cookies = await signInForCookies(site, "owner@example.com");
});

afterAll(async () => {
  await site.kill();
  store.remove();
});

beforeEach(() => void (read = site.output().length));

const tables = ["contact_messages", "invoices", "letters", "users", "sessions", "setup_links"];

/** The database works, but refuses everything that the site asks of it. */
async function whileTheDatabaseFails(work: () => Promise<void>): Promise<void> {
  const rename = (from: (table: string) => string, to: (table: string) => string) =>
    store.withConnection(async (query) => {
      for (const table of tables) await query(`alter table ${from(table)} rename to ${to(table)}`);
    });
  const plain = (table: string) => table;
  const away = (table: string) => `${table}_away`;
  await rename(plain, away);
  try {
    await work();
  } finally {
    await rename(away, plain);
  }
}

/** One of each: everything that a visitor, a client and the owner may send. Answers with the statuses. */
async function useTheSite(): Promise<number[]> {
  const acceptance = {
    clientName: "Ada Client",
    clientEmail: "ada@client.example",
    acceptQuote: "on",
  };
  const { url } = site;
  const answers = [
    // The same words once more would be the same message, which is stored already.
    await postForm(url, "/?index", {
      name: "Ada Visitor",
      email: "ada@visitor.example",
      message: `${secrets.message} (${read})`,
    }),
    await send(url, `/quotes/${slug}`),
    await send(url, `/quotes/${slug}.data`),
    await postForm(url, `/quotes/${slug}`, acceptance),
    await postJson(url, "/functions/submit-quote-acceptance", {
      ...acceptance,
      slug,
      acceptQuote: true,
    }),
    await postForm(url, "/login", { email: "owner@example.com", password: secrets.wrong }),
    await postForm(url, "/login", { email: "owner@example.com", password: testPassword }),
    await postJson(url, "/api/auth/sign-in/email", {
      email: "owner@example.com",
      password: secrets.wrong,
    }),
    await send(url, `/login/setup?token=${secrets.token}`),
    await postForm(url, "/login/setup", {
      token: secrets.token,
      email: "owner@example.com",
      password: testPassword,
    }),
    await send(url, "/admin/inbox", { headers: { Cookie: cookies } }),
  ];
  return answers.map(({ status }) => status);
}

test("the log of a day without errors", async () => {
  expect(await useTheSite()).toEqual([200, 200, 200, 303, 200, 401, 302, 401, 410, 410, 200]);
  const broken = [
    ["/?index", "multipart/form-data; boundary=x"],
    ["/functions/submit-quote-acceptance", "application/json"],
  ] as const;
  for (const [path, type] of broken) {
    const headers = { "Content-Type": type };
    const { status } = await send(site.url, path, { method: "POST", headers, body: secrets.body });
    expect(status).toBe(400);
  }
  await site.waitFor(/"msg":"email will be tried again"/);
  expectDiscretion();
});

test("no page, data, API response or built file contains a setting", async () => {
  const { url } = site;
  const open = [
    ...allPages.map(({ path }) => path),
    ...allPages.map(({ path }) => `${path === "/" ? "/_root" : path}.data`),
    "/login",
    "/login.data",
    "/no-such-page",
    "/functions/none",
    "/api/auth/get-session",
    "/api/auth/error",
    "/.well-known/jwks.json",
    "/readyz",
    `/quotes/${slug}`,
  ];
  const admin = [
    "",
    "/quotes",
    "/inbox",
    "/newsletter",
    "/account",
    "/sent-mail",
    "/activity",
    "/calendar",
    "/nope",
  ].flatMap((path) => [`/admin${path}`, `/admin${path}.data`]);
  const answers = [
    ...(await Promise.all(
      [...open, ...admin].map((path) => send(url, path, { headers: { Cookie: cookies } })),
    )),
    await postForm(url, "/login/google", {}),
    await postForm(url, "/newsletter", { email: "ada@visitor.example" }),
    await postJson(url, "/functions/add-mailchimp-subscriber", { email: "eve@visitor.example" }),
  ];
  const told = (words: string) => Object.values(planted).filter((secret) => words.includes(secret));
  expect(answers.flatMap(({ text, headers }) => told(text + JSON.stringify(headers)))).toEqual([]);
  // The build knows no setting's value, and what the browser gets of it not even their names.
  const build = join(import.meta.dirname, "../../build");
  const files = (folder: string) =>
    readdirSync(join(build, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
  expect([...files("client"), ...files("server")].flatMap(told)).toEqual([]);
  expect(
    files("client").flatMap((words) =>
      Object.keys(planted).filter((name) => name.includes("_") && words.includes(name)),
    ),
  ).toEqual([]);
  expectDiscretion();
});

test("the log of a day with a failing database", async () => {
  await whileTheDatabaseFails(async () => {
    for (const status of await useTheSite()) expect(status).toBeGreaterThanOrEqual(500);
  });
  // The reason must still be there for whoever has to mend it.
  expect(site.output().slice(read)).toMatch(/"level":50.*contact_messages/);
  expectDiscretion();
});

/** No line that the test has caused carries any of the secrets. */
function expectDiscretion(): void {
  const known = { ...secrets, session: cookies.split("=")[1]! };
  const lines = site.output().slice(read).split("\n");
  const told = lines.flatMap((line) =>
    Object.entries(known)
      .filter(([, secret]) => line.includes(secret))
      .map(([name]) => `${name} in ${line.slice(0, 400)}`),
  );
  expect(told).toEqual([]);
}
