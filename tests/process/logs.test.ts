import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { freePort } from "#tests/servers/postgres.ts";
import { makeOwner, password, signIn } from "#tests/servers/people.ts";
import { postForm, postJson, send } from "#tests/servers/request.ts";
import { type Site, startSite } from "#tests/servers/site.ts";
import { createStore, type Store } from "#tests/servers/store.ts";

/* What the process writes down about its visitors: on good days, on bad requests, and when the database or the mail server fails. */

const slug = "a-slug-nobody-may-read";
const secrets = { slug, password, wrong: "a wrong password of somebody", message: "What I confide to the owner alone", token: "a-token-that-does-not-exist", mail: "the-mail-password" };

let store: Store;
let site: Site;
let cookies: string;
/** How much of the log belongs to the tests before. */
let read = 0;

beforeAll(async () => {
  store = await createStore("postgres");
  await store.look((query) => query("insert into invoices (client_name, client_email, invoice_type, total_amount, slug) values ('Ada', 'ada@client.example', 'Live Piano Services Quote', 1200, $1)", [slug]));
  await makeOwner(store, "owner@example.com");
  // Nobody listens there, so every letter fails for now.
  site = await startSite(store.dataDir, { ...store.settings, LOG_LEVEL: "debug", SMTP_URL: `smtp://user:${secrets.mail}@127.0.0.1:${await freePort()}` });
  cookies = await signIn(site, "owner@example.com");
});

afterAll(async () => {
  await site.kill();
  store.remove();
});

beforeEach(() => {
  read = site.output().length;
});

const tables = ["contact_messages", "invoices", "letters", "users", "sessions", "setup_links"];

/** The database works, but refuses everything that the site asks of it. */
async function whileTheDatabaseFails(work: () => Promise<void>): Promise<void> {
  const rename = (from: (table: string) => string, to: (table: string) => string) =>
    store.look(async (query) => {
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
  const acceptance = { clientName: "Ada Client", clientEmail: "ada@client.example", acceptQuote: "on" };
  const { url } = site;
  const answers = [
    // The same words once more would be the same message, which is stored already.
    await postForm(url, "/?index", { name: "Ada Visitor", email: "ada@visitor.example", message: `${secrets.message} (${read})` }),
    await send(url, `/quotes/${slug}`),
    await send(url, `/quotes/${slug}.data`),
    await postForm(url, `/quotes/${slug}`, acceptance),
    await postJson(url, "/functions/submit-quote-acceptance", { ...acceptance, slug, acceptQuote: true }),
    await postForm(url, "/login", { email: "owner@example.com", password: secrets.wrong }),
    await postForm(url, "/login", { email: "owner@example.com", password }),
    await postJson(url, "/api/auth/sign-in/email", { email: "owner@example.com", password: secrets.wrong }),
    await send(url, `/login/setup?token=${secrets.token}`),
    await postForm(url, "/login/setup", { token: secrets.token, email: "owner@example.com", password }),
    await send(url, "/admin/inbox", { headers: { Cookie: cookies } }),
  ];
  return answers.map(({ status }) => status);
}

test("a day on which everything works", async () => {
  expect(await useTheSite()).toEqual([200, 200, 200, 303, 200, 401, 302, 401, 410, 410, 200]);
  await site.waitFor(/"msg":"letter will be tried again"/);
  expectDiscretion();
});

test("links and calls that are not quite right", async () => {
  const paths = [`/quotes/${slug}/`, `/quotes/${slug}/more`, `/Quotes/${slug}/more`, `/quotes//${slug}`, `/quotes/${slug}%00`, `/quotes/${slug}.`, `/quotes/${slug}.json`, `/assets/quotes/${slug}`];
  for (const path of paths) {
    await send(site.url, path);
    await postForm(site.url, path, { message: secrets.message });
  }
  await postForm(site.url, `/functions/${slug}`, { message: secrets.message });
  await send(site.url, "/?index", { method: "POST", headers: { "Content-Type": "multipart/form-data; boundary=x" }, body: secrets.message });
  await send(site.url, "/functions/submit-quote-acceptance", { method: "POST", headers: { "Content-Type": "application/json" }, body: `{"message": "${secrets.message}` });
  expectDiscretion();
});

test("a day on which the database refuses everything", async () => {
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
  const told = lines.flatMap((line) => Object.entries(known).filter(([, secret]) => line.includes(secret)).map(([name]) => `${name} in ${line.slice(0, 400)}`));
  expect(told).toEqual([]);
}
