import { beforeEach, describe, expect, test } from "vitest";
import { stepAt, totpCode } from "#app/features/auth/factors.server.ts";
import { codeIn, emailTo, linkIn } from "#tests/support/emails.ts";
import { addOwner, testPassword } from "#tests/support/owners.ts";
import { send, visibleText } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { MailServer } from "#tests/fakes/smtp.ts";
import type { TestStore } from "#tests/support/store.ts";
import { createVisitor, type Visitor } from "#tests/support/visitor.ts";

/* What a session may do, and what ends it: its age, a new password, a removed second factor, its owner. */

let store: TestStore;
let mail: MailServer;
let site: Site;
/** Another owner for each test. */
let owner: string;
let owners = 0;

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store, mail } = shared);
});

beforeEach(async () => {
  owner = `owner-${++owners}@example.com`;
  await addOwner(store, owner);
  await store.withConnection(async (query) => {
    for (const table of ["rate_limits", "sessions"]) await query(`delete from ${table}`);
  });
});

async function signedIn(): Promise<Visitor> {
  const visitor = createVisitor(site.url);
  expect((await visitor.post("/login", { email: owner, password: testPassword })).status).toBe(302);
  return visitor;
}

const isIn = async (visitor: Visitor) => (await visitor.get("/admin")).status === 200;
const post = (path: string) => ({
  path,
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ type: 7, code: 7, password: 7 }),
});
const get = (path: string) => ({ path, method: "GET", headers: {}, body: "" });

const factor = "/api/auth/factors/3b241101-e2bb-4255-8caf-4136c566a962";
const forSignedIn = [
  get("/api/auth/token"),
  get("/api/auth/factors"),
  post("/api/auth/factors"),
  post("/api/auth/change-password"),
  post("/api/auth/recovery-codes"),
  post("/api/auth/recovery-codes/verify"),
  post("/api/auth/reauthenticate"),
  post(`${factor}/challenge`),
  post(`${factor}/verify`),
  post(`${factor}/remove`),
];

test.each(forSignedIn)(
  "$method $path answers 401 without a session, whatever the request",
  async ({ path, method, headers, body }) => {
    const { status, text } = await send(site.url, path, { method, headers, ...(body && { body }) });
    expect({ status, body: JSON.parse(text) }).toEqual({
      status: 401,
      body: { code: "UNAUTHORIZED", message: expect.any(String) },
    });
  },
);

describe("a session that is a week old", () => {
  let old: Visitor;
  const aWeekAgo =
    "created_at = now() - interval '7 days', expires_at = now() + interval '12 hours'";
  beforeEach(async () => {
    old = await signedIn();
    await store.query(`update sessions set ${aWeekAgo}`);
  });

  test("is refused by every endpoint for signed-in people", async () => {
    const [kept] = await store.query("select to_jsonb(s)::text as row from sessions s");
    const again =
      "insert into sessions select * from jsonb_populate_record(null::sessions, $1::jsonb) on conflict do nothing";
    const open: string[] = [];
    for (const { path, method, headers, body } of forSignedIn) {
      await store.query(again, [kept!.row]);
      const { status } = await send(site.url, path, {
        method,
        headers: { ...headers, Cookie: old.cookies() },
        ...(body && { body }),
      });
      if (status !== 401) open.push(`${method} ${path}: ${status}`);
    }
    expect(open).toEqual([]);
  });

  test("changes no password", async () => {
    expect(
      (
        await old.callApi("/api/auth/change-password", {
          currentPassword: testPassword,
          newPassword: "a new one for the tests",
        })
      ).status,
    ).toBe(401);
    expect(await isIn(await signedIn())).toBe(true);
  });

  test("is ignored by pages and /get-session, and then deleted", async () => {
    const Cookie = old.cookies();
    expect((await old.get("/admin")).headers.location).toBe("/login?next=%2Fadmin");
    expect((await send(site.url, "/api/auth/get-session", { headers: { Cookie } })).text).toBe(
      "null",
    );
    expect(await store.query("select id from sessions")).toEqual([]);
  });
});

test("no response that scripts can read contains a session token", async () => {
  const visitor = createVisitor(site.url);
  const fresh = "a new one for the tests";
  const answers = [
    await visitor.callApi("/api/auth/sign-in/email", { email: owner, password: testPassword }),
  ];
  const tokens = await store.query<{ token: string }>("select token from sessions");
  answers.push({ ...(await visitor.get("/api/auth/get-session")), json: {} });
  answers.push(
    await visitor.callApi("/api/auth/reauthenticate", { password: testPassword }),
    await visitor.callApi("/api/auth/change-password", {
      currentPassword: testPassword,
      newPassword: fresh,
    }),
  );
  tokens.push(...(await store.query<{ token: string }>("select token from sessions")));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers[1]!.text).toContain(owner);
  const told = answers.map(({ text }) => text).join("\n");
  expect(tokens.filter(({ token }) => told.includes(token))).toEqual([]);
  expect(told).not.toContain('"token"');
});

const tokenIn = (link: string) => new URL(link, site.url).searchParams.get("token")!;

/** Asks at a page for an email, and waits for it; `asked` have come before. */
async function emailFor(path: string, subject: RegExp, fields: Record<string, string> = {}) {
  const before = mail.emails.filter(
    (email) => email.envelopeTo.includes(owner) && subject.test(email.subject ?? ""),
  ).length;
  await createVisitor(site.url).post(path, { email: owner, ...fields });
  return emailTo(mail, owner, subject, before);
}

const magicLink = async () => linkIn(await emailFor("/login/magic-link", /sign-in link/));
const resetLink = async () => linkIn(await emailFor("/login/forgotten-password", /new password/));
const useMagicLink = (link: string) => createVisitor(site.url).post(link, { token: tokenIn(link) });
const useResetLink = (link: string, chosen: string) =>
  createVisitor(site.url).post(link, { token: tokenIn(link), password: chosen });

test("a magic link that a mail scanner opens signs nobody in, and still works", async () => {
  const link = await magicLink();
  for (const query of [`token=${tokenIn(link)}`, `token=${tokenIn(link)}&callbackURL=%2Fadmin`]) {
    const { status, headers } = await createVisitor(site.url).get(
      `/api/auth/magic-link/verify?${query}`,
    );
    expect({ status, cookies: headers["set-cookie"] }).toEqual({ status: 404, cookies: undefined });
  }
  expect((await useMagicLink(link)).status).toBe(302);
});

describe("of the links sent to one account", () => {
  const fresh = "a new one for the tests";

  test("only the newest of a kind works", async () => {
    const [older, newer] = [await resetLink(), await resetLink()];
    expect((await useResetLink(older, fresh)).status).toBe(410);
    const [first, second] = [await magicLink(), await magicLink()];
    expect((await useMagicLink(first)).status).toBe(410);
    expect((await useMagicLink(second)).status).toBe(302);
    // The one that was used has ended the other kind's, too.
    expect((await useResetLink(newer, fresh)).status).toBe(410);
  });

  test("none works after a password reset, nor does a code or a session", async () => {
    const [visitor, link] = [await signedIn(), await magicLink()];
    const code = codeIn(await emailFor("/login/code", /sign-in code/, { intent: "send" }));
    expect((await useResetLink(await resetLink(), fresh)).status).toBe(302);
    expect((await useMagicLink(link)).status).toBe(410);
    expect(
      (await createVisitor(site.url).post("/login/code", { intent: "verify", email: owner, code }))
        .status,
    ).toBe(400);
    expect(await isIn(visitor)).toBe(false);
  });

  test("none works after a password change, nor does any other session", async () => {
    const [visitor, other, magic, reset] = [
      await signedIn(),
      await signedIn(),
      await magicLink(),
      await resetLink(),
    ];
    expect(
      (
        await visitor.callApi("/api/auth/change-password", {
          currentPassword: testPassword,
          newPassword: fresh,
        })
      ).status,
    ).toBe(200);
    expect([await isIn(visitor), await isIn(other)]).toEqual([true, false]);
    expect([
      (await useMagicLink(magic)).status,
      (await useResetLink(reset, "yet another for the tests")).status,
    ]).toEqual([410, 410]);
  });
});

test("all other sessions end when a second factor is removed, those that showed it too", async () => {
  const [visitor, showing] = [await signedIn(), await signedIn()];
  const { json } = await visitor.callApi("/api/auth/factors", { type: "totp" });
  const { id, totp } = json as { id: string; totp: { secret: string } };
  const step = stepAt(new Date());
  expect(
    (await visitor.callApi(`/api/auth/factors/${id}/verify`, { code: totpCode(totp.secret, step) }))
      .status,
  ).toBe(200);
  expect(
    (
      await showing.callApi(`/api/auth/factors/${id}/verify`, {
        code: totpCode(totp.secret, step + 1),
      })
    ).status,
  ).toBe(200);
  const never = await signedIn();
  expect((await never.get("/admin")).headers.location).toContain("/login/second-factor");
  expect((await visitor.callApi(`/api/auth/factors/${id}/remove`)).status).toBe(200);
  expect([await isIn(visitor), await isIn(showing), await isIn(never)]).toEqual([
    true,
    false,
    false,
  ]);
});

test("the account page lists ten thousand sessions and sign-ins a page at a time", async () => {
  const visitor = await signedIn();
  await store.withConnection(async (query) => {
    await query(
      `insert into sessions (id, token, user_id, expires_at)
       select n, n, $1, now() + interval '1 hour' from generate_series(1, 10000) n`,
      [owner],
    );
    await query(
      "insert into sign_ins (user_id, way, device_hash) select $1, 'password', n from generate_series(1, 10000) n",
      [owner],
    );
  });
  // What has just been said is not said again on every page.
  const { status, text } = await visitor.get("/admin/account?notice=session-ended");
  expect(status).toBe(200);
  expect(text.length).toBeLessThan(200_000);
  expect(text).toContain('href="/admin/account?page=2#sessions"');
  expect(text).toContain('href="/admin/account?sign-in-page=2#sign-ins"');
  const turned = await visitor.get("/admin/account?page=3&sign-in-page=2");
  expect(turned.text).toContain('href="/admin/account?page=3&amp;sign-in-page=3#sign-ins"');
  expect(visibleText(turned.text)).toContain("101 – 150 of 10,001");
});
