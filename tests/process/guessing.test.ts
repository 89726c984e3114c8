import { beforeEach, describe, expect, test } from "vitest";
import type { MailServer } from "#tests/fakes/smtp.ts";
import { codeIn, emailTo } from "#tests/support/emails.ts";
import { testPassword } from "#tests/support/owners.ts";
import { send } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { TestStore } from "#tests/support/store.ts";
import { createVisitor, type Visitor } from "#tests/support/visitor.ts";

/*
 * Guessing passwords, codes and links, the counters that stop it, and other ways into the admin. Two
 * processes share the database.
 */

const owner = "owner@example.com";

let store: TestStore;
let mail: MailServer;
let sites: Site[];

sharedSiteTest.beforeAll(async ({ shared, neighbour }) => {
  ({ store, mail } = shared);
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

describe("guessing", () => {
  test("a password stops after ten attempts on the account, from any IP and in any process", async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn++)
      statuses.push(
        (await newcomer(turn).post("/login", { email: owner, password: `guess number ${turn}` }))
          .status,
      );
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    const late = await newcomer().post("/login", {
      email: owner.toUpperCase(),
      password: testPassword,
    });
    expect(late.status).toBe(429);
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
    const call = await newcomer(1).callApi("/api/auth/sign-in/email", {
      email: owner,
      password: testPassword,
    });
    expect([call.status, Number(call.headers["retry-after"]) > 0]).toEqual([429, true]);
    // Nobody learns from it whether there is such an account.
    const unknown: number[] = [];
    for (let turn = 0; turn < 11; turn++)
      unknown.push(
        (
          await newcomer(turn).post("/login", {
            email: "nobody@example.com",
            password: `guess number ${turn}`,
          })
        ).status,
      );
    expect(unknown).toEqual(statuses);
  });

  test("does not count successful sign-ins, however many from one IP", async () => {
    const someone = newcomer();
    for (let turn = 0; turn < 12; turn++)
      expect((await someone.post("/login", { email: owner, password: testPassword })).status).toBe(
        302,
      );
  });

  /** Browsers with the cookies of the one that has asked for a code, in either process. */
  const copies = (count: number, asker: Visitor) =>
    Array.from({ length: count }, (_, turn) => newcomer(turn, asker.cookies()));

  /** Asks for a code; answers with it, and with the browser that it is for. */
  async function askForCode() {
    const before = mail.emails.filter(({ subject }) => /sign-in code/.test(subject ?? "")).length;
    const asker = newcomer();
    await asker.post("/login/code", { intent: "send", email: owner });
    return { asker, code: codeIn(await emailTo(mail, owner, /sign-in code/, before)) };
  }

  test("the right code sent twice at once signs in once", async () => {
    const { asker, code } = await askForCode();
    const both = await Promise.all(
      copies(2, asker).map((copy) =>
        copy.post("/login/code", { intent: "verify", email: owner, code }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([302, 400]);
  });

  test("a code does not work in a browser that requested another", async () => {
    const { asker, code } = await askForCode();
    const verify = { intent: "verify", email: owner, code };
    const other = newcomer();
    await other.post("/login/code", { intent: "send", email: "nobody@example.com" });
    expect((await other.post("/login/code", verify)).status).toBe(400);
    expect((await asker.post("/login/code", verify)).status).toBe(302);
  });

  test("two links in half an hour are sent to one email, with the same answer for any", async () => {
    // Of two at the same moment the older one is dead before it is delivered.
    const links = async () =>
      (await store.query("select id from letters where kind = 'one-time-magic-link'")).length;
    const before = await links();
    const answers: string[] = [];
    for (const email of [owner, "nobody@example.com"])
      for (let turn = 0; turn < 6; turn++) {
        const { status, text } = await newcomer(turn).callApi("/api/auth/sign-in/magic-link", {
          email,
        });
        answers.push(`${status} ${text}`);
      }
    expect(new Set(answers)).toEqual(new Set([answers[0]]));
    expect(answers[0]).toMatch(/^200 /);
    // What was asked for earlier has been decided once a later code has come.
    await askForCode();
    expect((await links()) - before).toBe(2);
  });
});

describe("rate-limit counters", () => {
  const keys = async () =>
    (await store.query<{ key: string }>("select key from rate_limits order by key")).map(
      ({ key }) => key,
    );

  test("are not created for invented paths", async () => {
    const someone = newcomer();
    const paths = [
      "nothing",
      "nothing/else",
      "sign-in/nothing",
      "list-sessions",
      "factors/x",
      "callback",
      "error",
      "reset-password/token",
    ];
    for (const path of paths) {
      expect({ path, status: (await someone.get(`/api/auth/${path}`)).status }).toEqual({
        path,
        status: 404,
      });
      expect({ path, status: (await someone.callApi(`/api/auth/${path}`)).status }).toEqual({
        path,
        status: 404,
      });
    }
    expect(await keys()).toEqual([]);
  });

  test("are shared by all values of a path parameter", async () => {
    const someone = newcomer();
    for (let turn = 0; turn < 21; turn++) await someone.get(`/api/auth/callback/provider-${turn}`);
    expect((await someone.get("/api/auth/callback/google")).status).toBe(429);
    expect(await keys()).toHaveLength(1);
  });

  test("are shared by all invented links, which are limited in the end", async () => {
    const someone = newcomer();
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn++) {
      const token = `invented-${turn}`;
      const answered = await someone.post(`/login/confirm?token=${token}`, {
        token,
        password: testPassword,
      });
      statuses.push(answered.status);
      if (answered.status === 429)
        expect(Number(answered.headers["retry-after"])).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(410), 429]);
    expect(await keys()).toHaveLength(1);
  });

  test("show neither the client IP nor the email", async () => {
    await newcomer().post("/login", { email: owner, password: "a guess" });
    const kept = await keys();
    expect(kept.length).toBeGreaterThan(0);
    for (const key of kept) expect(key).toMatch(/^[\w-]{43}$/);
  });

  test("count one /64 network of IPv6 as one", async () => {
    const from = (clientIp: string) =>
      createVisitor(sites[0]!.url, clientIp).post("/login", {
        email: `${clientIp.replaceAll(":", "-")}@example.com`,
        password: "a guess",
      });
    const statuses: number[] = [];
    for (let turn = 1; turn <= 11; turn++)
      statuses.push((await from(`2001:db8:1:2:${turn}::${turn}`)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    expect((await from("2001:db8:1:3::1")).status).toBe(401);
  });
});

describe("a way into the admin that a sign-in must not open", () => {
  test("a sign-in leads to no other site, nor does a page for who is signed in", async () => {
    const next = "//evil.example";
    const someone = newcomer();
    const query = `next=${encodeURIComponent(next)}`;
    expect(
      (await someone.post("/login", { email: owner, password: testPassword, next })).headers
        .location,
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
});
