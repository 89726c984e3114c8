import { beforeEach, describe, expect, test } from "vitest";
import { codeIn, emailTo, linkIn } from "#tests/support/emails.ts";
import { testPassword } from "#tests/support/owners.ts";
import { type HttpResponse, visibleText } from "#tests/support/request.ts";
import { enrolTotp } from "#tests/support/second-factor-site.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { MailServer } from "#tests/fakes/smtp.ts";
import type { TestStore } from "#tests/support/store.ts";
import { createVisitor, type Visitor } from "#tests/support/visitor.ts";

/* A session that is kept on a device: what keeps it, how long, and what ends it. */

const owner = "owner@example.com";
const [hour, day] = [3600, 24 * 3600];

let store: TestStore;
let mail: MailServer;
let site: Site;
let visitor: Visitor;

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store, mail } = shared);
});

beforeEach(async () => {
  await store.withConnection(async (query) => {
    for (const table of ["rate_limits", "factors", "recovery_codes", "sessions"])
      await query(`delete from ${table}`);
  });
  visitor = createVisitor(site.url);
});

type Tick = { remember?: "on" };
const ticked: Tick = { remember: "on" };

const byPassword = (tick: Tick) =>
  visitor.post("/login", { email: owner, password: testPassword, ...tick });

const knownEmails = (subject: RegExp) =>
  mail.emails.filter((email) => subject.test(email.subject ?? "")).length;

async function byMagicLink(tick: Tick) {
  const subject = /sign-in link/;
  const known = knownEmails(subject);
  await visitor.post("/login/magic-link", { email: owner });
  const link = linkIn(await emailTo(mail, owner, subject, known));
  return visitor.post(link, { token: new URL(link, site.url).searchParams.get("token")!, ...tick });
}

async function byCode(tick: Tick) {
  const subject = /sign-in code/;
  const known = knownEmails(subject);
  await visitor.post("/login/code", { intent: "send", email: owner });
  const code = codeIn(await emailTo(mail, owner, subject, known));
  return visitor.post("/login/code", { intent: "verify", email: owner, code, ...tick });
}

/** In seconds; null when the answer sets no such cookie. */
function cookieAge({ headers }: HttpResponse): number | null {
  const cookie = headers["set-cookie"]?.filter((one) => one.includes("session_token=")) ?? [];
  expect(cookie.length).toBeLessThan(2);
  return cookie[0] ? Number(/Max-Age=(\d+)/i.exec(cookie[0])![1]) : null;
}

/** The one session there is: whether it is kept, and the hours until it ends unless it is used. */
async function session() {
  const rows = await store.query<{ kept: boolean; left: number }>(
    "select kept, extract(epoch from expires_at - now())::float8 / 3600 as left from sessions",
  );
  expect(rows).toHaveLength(1);
  return { kept: rows[0]!.kept, hours: Math.round(rows[0]!.left) };
}

const isIn = async () => (await visitor.get("/admin")).status === 200;

/** As if the session had begun, and last been used, so many days ago. */
async function age({ begun, unused }: { begun: number; unused: number }): Promise<void> {
  await store.query(
    `update sessions set created_at = now() - $1 * interval '1 day',
       updated_at = updated_at - $2 * interval '1 day', expires_at = expires_at - $2 * interval '1 day'`,
    [begun, unused],
  );
}

describe.each([
  ["the password", byPassword],
  ["a magic link", byMagicLink],
  ["a code", byCode],
])("signing in with %s", (_, signIn) => {
  test("and the tick lasts thirty days of use, in the browser too", async () => {
    const entered = await signIn(ticked);
    expect([entered.status, cookieAge(entered)]).toEqual([302, 30 * day]);
    expect(await session()).toEqual({ kept: true, hours: 30 * 24 });
    expect(await isIn()).toBe(true);
  });

  test("and no tick lasts twelve hours", async () => {
    expect(cookieAge(await signIn({}))).toBe(12 * hour);
    expect(await session()).toEqual({ kept: false, hours: 12 });
  });
});

describe("a kept session", () => {
  beforeEach(async () => {
    await byPassword(ticked);
  });

  test("that is used within thirty days lasts thirty more, and its cookie too", async () => {
    await age({ begun: 29, unused: 29 });
    const answer = await visitor.get("/admin");
    expect([answer.status, cookieAge(answer)]).toEqual([200, 30 * day]);
    expect(await session()).toEqual({ kept: true, hours: 30 * 24 });
    expect(cookieAge(await visitor.get("/admin"))).toBeNull();
  });

  test("ends after thirty days without use", async () => {
    await age({ begun: 30.01, unused: 30.01 });
    expect((await visitor.get("/admin")).headers.location).toBe("/login?next=%2Fadmin");
    expect(await store.query("select id from sessions")).toEqual([]);
  });

  test("ends after ninety days, however much it is used", async () => {
    await age({ begun: 89.9, unused: 0 });
    expect(await isIn()).toBe(true);
    await age({ begun: 90, unused: 0 });
    expect(await isIn()).toBe(false);
    expect(await store.query("select id from sessions")).toEqual([]);
  });

  test("stays one after a new password, which ends the others", async () => {
    const other = createVisitor(site.url);
    await other.post("/login", { email: owner, password: testPassword, ...ticked });
    const change = (currentPassword: string, newPassword: string) =>
      visitor.callApi("/api/auth/change-password", { currentPassword, newPassword });
    const fresh = "a new one for the tests";
    expect(cookieAge(await change(testPassword, fresh))).toBe(30 * day);
    expect(await session()).toEqual({ kept: true, hours: 30 * 24 });
    expect((await other.get("/admin")).status).toBe(302);
    expect((await change(fresh, testPassword)).status).toBe(200);
  });

  test("stays one, and keeps its level, after a second factor", async () => {
    const { nextCode: code, id } = await enrolTotp(visitor);
    expect(await session()).toEqual({ kept: true, hours: 30 * 24 });
    await visitor.post("/logout");
    await byPassword(ticked);
    const shown = await visitor.post(`/login/second-factor?with=${id}`, { intent: "verify", code });
    expect([shown.status, cookieAge(shown)]).toEqual([302, 30 * day]);
    await store.query("delete from sessions where aal = 'aal1'");
    await age({ begun: 20, unused: 20 });
    expect(await isIn()).toBe(true);
    expect(await session()).toEqual({ kept: true, hours: 30 * 24 });
  });

  test("is ended by Logout, by a sign-in elsewhere that ends the others, and by its role's loss", async () => {
    const kept = visitor.cookies();
    await visitor.post("/logout");
    expect((await createVisitor(site.url, undefined, kept).get("/admin")).status).toBe(302);
    await byPassword(ticked);
    const other = createVisitor(site.url);
    await other.post("/login", { email: owner, password: testPassword });
    await other.post("/admin/account", { intent: "end-others" });
    expect(await isIn()).toBe(false);
    await byPassword(ticked);
    await store.query("update users set role = 'user'");
    expect((await visitor.get("/admin")).status).toBe(403);
    await store.query("update users set role = 'admin'");
  });

  test("does not make the next sign-in in its browser one that is kept", async () => {
    await store.query("delete from rate_limits");
    expect(cookieAge(await byPassword({}))).toBe(12 * hour);
    expect(await store.query("select id from sessions where not kept")).toHaveLength(1);
  });

  test("says on the account page until when", async () => {
    const page = visibleText((await visitor.get("/admin/account")).text);
    expect(page).toMatch(/Kept signed in until \w{3} \d{1,2} \w{3}/);
    await visitor.post("/logout");
    await byPassword({});
    expect(visibleText((await visitor.get("/admin/account")).text)).not.toContain("Kept signed in");
  });
});

test("a session without the tick ends after a week of use, and twelve hours without", async () => {
  await byPassword({});
  await age({ begun: 6.9, unused: 0.4 });
  const answer = await visitor.get("/admin");
  expect([answer.status, cookieAge(answer)]).toEqual([200, 12 * hour]);
  expect(await session()).toEqual({ kept: false, hours: 12 });
  await age({ begun: 7, unused: 0 });
  expect(await isIn()).toBe(false);
  await byPassword({});
  await age({ begun: 0.51, unused: 0.51 });
  expect(await isIn()).toBe(false);
});

test("only a plain yes of an API request keeps its session", async () => {
  for (const rememberMe of [undefined, false, "on", 1])
    await visitor.callApi("/api/auth/sign-in/email", {
      email: owner,
      password: testPassword,
      rememberMe,
    });
  expect(await store.query("select id from sessions where kept")).toEqual([]);
  const { status } = await visitor.callApi("/api/auth/sign-in/email", {
    email: owner,
    password: testPassword,
    rememberMe: true,
  });
  expect(status).toBe(200);
  expect(await store.query("select id from sessions where kept")).toHaveLength(1);
});

test("the tick stands after a wrong password", async () => {
  const { text } = await visitor.post("/login", { email: owner, password: "wrong", ...ticked });
  expect(text).toMatch(/<input[^>]*name="remember"[^>]* checked=""/);
});
