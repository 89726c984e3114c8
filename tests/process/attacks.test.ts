import { beforeEach, expect, test } from "vitest";
import { testPassword } from "#tests/support/owners.ts";
import { send } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { TestStore } from "#tests/support/store.ts";
import { createVisitor } from "#tests/support/visitor.ts";

/* Ways into the admin that a sign-in must not open. Two processes share the database where they can. */

const owner = "owner@example.com";

let store: TestStore;
let sites: Site[];

sharedSiteTest.beforeAll(async ({ shared, neighbour }) => {
  ({ store } = shared);
  sites = [shared.site, neighbour];
});

beforeEach(() => store.query("delete from rate_limits"));

let addresses = 0;
/** Somebody at an address of their own. */
const newcomer = (turn = 0, kept = "") =>
  createVisitor(
    sites[turn % sites.length]!.url,
    `198.51.${++addresses >> 8}.${addresses & 255}`,
    kept,
  );

test("a sign-in leads to no other site, nor does a page for who is signed in", async () => {
  const next = "//evil.example";
  const someone = newcomer();
  const query = `next=${encodeURIComponent(next)}`;
  expect(
    (await someone.post("/login", { email: owner, password: testPassword, next })).headers.location,
  ).toBe("/admin");
  // Who is signed in already is led on, and nowhere else either.
  for (const path of [
    "/login",
    "/login/sign-up",
    "/login/magic-link",
    "/login/code",
    "/login/second-factor",
  ]) {
    const { status, headers } = await someone.get(`${path}?${query}`);
    expect({ path, status, to: headers.location }).toEqual({ path, status: 302, to: "/admin" });
  }
});

test("a session cookie planted before a sign-in does not work after it", async () => {
  const thief = newcomer();
  await thief.post("/login", { email: owner, password: testPassword });
  const theirs = thief.cookies();
  await thief.post("/logout");
  const signedIn = await send(sites[0]!.url, "/login", {
    method: "POST",
    headers: {
      Cookie: theirs,
      "Content-Type": "application/x-www-form-urlencoded",
      "X-Forwarded-For": "203.0.113.9",
    },
    body: new URLSearchParams({ email: owner, password: testPassword }).toString(),
  });
  expect(signedIn.status).toBe(302);
  expect(signedIn.cookies).toMatch(/session_token=/);
  expect(theirs).not.toContain(/session_token=[^;]+/.exec(signedIn.cookies)![0]);
  expect((await send(sites[0]!.url, "/admin", { headers: { Cookie: theirs } })).status).toBe(302);
});

test("a copied session cookie does not work after signing out, in any process", async () => {
  const someone = newcomer();
  await someone.post("/login", { email: owner, password: testPassword });
  const Cookie = someone.cookies();
  expect((await send(sites[0]!.url, "/admin", { headers: { Cookie } })).status).toBe(200);
  await someone.post("/logout");
  for (const { url } of sites) {
    expect((await send(url, "/admin", { headers: { Cookie } })).status).toBe(302);
    expect(
      JSON.parse((await send(url, "/api/auth/get-session", { headers: { Cookie } })).text),
    ).toBeNull();
    expect((await send(url, "/api/auth/token", { headers: { Cookie } })).status).toBe(401);
  }
});
