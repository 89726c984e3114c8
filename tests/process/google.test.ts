import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type OpenIdServer, startOpenIdServer } from "#tests/fakes/openid.ts";
import { addOwner } from "#tests/support/owners.ts";
import { freePort } from "#tests/support/postgres.ts";
import { visibleText } from "#tests/support/request.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { createStore, type TestStore } from "#tests/support/store.ts";
import { createVisitor, type Visitor } from "#tests/support/visitor.ts";

/* Signing in with Google, and each error on the way. */

const owner = "owner@example.com";
const invited = "invited@example.com";

let store: TestStore;
let google: OpenIdServer;
let site: Site;
let visitor: Visitor;

beforeAll(async () => {
  store = await createStore();
  await addOwner(store, owner);
  const PORT = String(await freePort());
  google = await startOpenIdServer(`http://localhost:${PORT}`, "Google");
  site = await startSite(store.dataDir, {
    ...store.settings,
    ...google.settings,
    PORT,
    ADMIN_EMAILS: `${invited}, unverified@example.com`,
  });
});

beforeEach(async () => {
  await store.query("delete from rate_limits");
  visitor = createVisitor(site.url);
});

afterAll(async () => {
  await site.kill();
  await google.stop();
  store.remove();
});

const pathOf = (location: string | undefined, base: string) => {
  const { pathname, search } = new URL(location!, base);
  return pathname + search;
};

/** Presses the button; answers with the address at Google. */
async function toGoogle(next = "", tick: { remember?: "on" } = {}): Promise<URL> {
  const { status, headers } = await visitor.post("/login/google", { next, ...tick });
  expect(status).toBe(302);
  return new URL(headers.location!);
}

/** What the person does at Google; answers with the path that leads back to the site. */
async function atGoogle(address: URL, fields: Record<string, string>): Promise<string> {
  const person = createVisitor(google.url);
  const chooser = pathOf(
    (await person.get(address.pathname + address.search)).headers.location,
    google.url,
  );
  const chosen = await person.post(chooser, fields);
  return pathOf(
    (await person.get(pathOf(chosen.headers.location, google.url))).headers.location,
    site.url,
  );
}

/** What the login says when one comes back this way. */
async function saidOnReturn(path: string): Promise<string> {
  const { status, headers } = await visitor.get(path);
  expect({ status, to: headers.location }).toEqual({
    status: 302,
    to: expect.stringMatching(/\/login\?/),
  });
  expect(visitor.cookies()).not.toContain("session_token");
  return visibleText((await visitor.get(pathOf(headers.location, site.url))).text);
}

test.each([
  ["the owner, whose account gains this method", owner],
  ["an expected address, whose account it makes", invited],
])("lets in %s, to the requested page", async (_, account) => {
  const back = await atGoogle(await toGoogle("/admin/inbox"), { account });
  const { status, headers } = await visitor.get(back);
  expect({ status, to: pathOf(headers.location, site.url) }).toEqual({
    status: 302,
    to: "/admin/inbox",
  });
  expect(visibleText((await visitor.get("/admin/account")).text)).toContain(
    `Logged in as ${account}`,
  );
  const [kept] = await store.query(
    "select * from accounts where provider_id = 'google' and account_id = $1",
    [account],
  );
  expect(kept).toMatchObject({ access_token: null, refresh_token: null, id_token: null });
});

test.each([
  ["with the tick lasts thirty days of use", { remember: "on" } as const, true, 30 * 24],
  ["without it twelve hours", {}, false, 12],
])("a sign-in %s, in the browser too", async (_, tick, kept, hours) => {
  await store.query("delete from sessions");
  const back = await atGoogle(await toGoogle("", tick), { account: owner });
  const cookie = (await visitor.get(back)).headers["set-cookie"]!.filter((one) =>
    one.includes("session_token="),
  );
  expect(cookie).toEqual([expect.stringContaining(`; Max-Age=${hours * 3600};`)]);
  const lasts = "round(extract(epoch from expires_at - created_at) / 3600)::int as hours";
  expect(await store.query(`select kept, ${lasts} from sessions`)).toEqual([{ kept, hours }]);
  expect((await visitor.get("/admin")).status).toBe(200);
});

test("a person without access is told so, and gets no account", async () => {
  const back = await atGoogle(await toGoogle(), { account: "eve@elsewhere.example" });
  expect(await saidOnReturn(back)).toContain("This Google account doesn't have access.");
  expect(await store.query("select 1 from users where email like 'eve%'")).toEqual([]);
});

test("an email that Google has not verified does not sign in, even in ADMIN_EMAILS", async () => {
  const words = "Google hasn't verified this account's email address";
  expect(
    await saidOnReturn(await atGoogle(await toGoogle(), { account: "unverified@example.com" })),
  ).toContain(words);
  await store.query(
    `insert into users (id, name, email, email_verified, role)
       values ('u', 'u', 'unverified@owner.example', true, 'admin')`,
  );
  expect(
    await saidOnReturn(await atGoogle(await toGoogle(), { account: "unverified@owner.example" })),
  ).toContain(words);
});

test("cancelling at Google returns to the login with a message", async () => {
  expect(await saidOnReturn(await atGoogle(await toGoogle(), { decline: "yes" }))).toContain(
    "Google sign-in was cancelled.",
  );
});

test("a state that another browser began is refused", async () => {
  const back = await atGoogle(await toGoogle(), { account: owner });
  const elsewhere = visitor;
  visitor = createVisitor(site.url);
  const words = "This sign-in wasn't started in this browser, or took too long.";
  expect(await saidOnReturn(back)).toContain(words);
  expect(await saidOnReturn(back.replace(/state=[^&]+/, "state=invented"))).toContain(words);
  expect(await saidOnReturn("/api/auth/callback/google?code=abc")).toContain(words);
  visitor = elsewhere;
});

test("a token of another sign-in is refused", async () => {
  const address = await toGoogle();
  address.searchParams.set("nonce", "a-nonce-of-somebody-else");
  expect(await saidOnReturn(await atGoogle(address, { account: owner }))).toContain(
    "Google's answer couldn't be verified.",
  );
});

test("a response of Google works once", async () => {
  const back = await atGoogle(await toGoogle(), { account: owner });
  expect((await visitor.get(back)).status).toBe(302);
  visitor = createVisitor(site.url);
  expect(await saidOnReturn(back)).toContain("This sign-in wasn't started in this browser");
  // The code alone, with a sign-in of one's own around it.
  const own = (await toGoogle()).searchParams.get("state")!;
  expect(await saidOnReturn(back.replace(/state=[^&]+/, `state=${own}`))).toContain(
    "Google's answer has been used or has expired.",
  );
});

test("while Google is down the login says so and other methods work", async () => {
  const lonely = await startSite(store.dataDir, {
    ...store.settings,
    ...google.settings,
    GOOGLE_ISSUER: `http://127.0.0.1:${await freePort()}`,
  });
  const guest = createVisitor(lonely.url);
  const sent = await guest.post("/login/google");
  expect(visibleText((await guest.get(sent.headers.location!)).text)).toContain(
    "Google isn't responding right now.",
  );
  expect((await guest.post("/login", { email: owner, password: "wrong" })).status).toBe(401);
  await lonely.kill();
});

sharedSiteTest("without its settings the button explains itself", async ({ shared }) => {
  const guest = createVisitor(shared.site.url);
  const sent = await guest.post("/login/google");
  expect(visibleText((await guest.get(sent.headers.location!)).text)).toContain(
    "Google sign-in isn't set up here.",
  );
});
