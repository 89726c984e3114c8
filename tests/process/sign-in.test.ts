import { createRemoteJWKSet, jwtVerify } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import { codeIn, emailTo, linkIn } from "#tests/support/emails.ts";
import { addOwner, testPassword } from "#tests/support/owners.ts";
import { formsOf } from "#tests/support/page-forms.ts";
import { postJson, send, visibleText } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { MailServer } from "#tests/fakes/smtp.ts";
import type { TestStore } from "#tests/support/store.ts";
import { createVisitor, type Visitor } from "#tests/support/visitor.ts";

/* Every sign-in method, with its emails, in a browser without scripts. */

const owner = "owner@example.com";
const invited = "invited@example.com";
const stranger = "eve@elsewhere.example";

let store: TestStore;
let mail: MailServer;
let site: Site;
let visitor: Visitor;

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store, mail } = shared);
});

beforeEach(async () => {
  await store.query("delete from rate_limits");
  visitor = createVisitor(site.url);
});

/** Waits until the worker has decided on every request. */
async function allDecided(): Promise<void> {
  await expect
    .poll(() =>
      store.query(
        "select id from pgboss.job where name = 'sign-in' and state in ('created', 'retry', 'active')",
      ),
    )
    .toEqual([]);
}

async function expectInside(path = "/admin"): Promise<void> {
  const { status, text } = await visitor.get(path);
  expect({ status, visible: visibleText(text) }).toEqual({
    status: 200,
    visible: expect.stringContaining("Logged in as"),
  });
}

test("a magic link signs in once, by the button on its page, and leads to the requested page", async () => {
  const { status, text } = await visitor.post("/login/magic-link?next=%2Fadmin%2Finbox", {
    email: owner,
  });
  expect({ status, visible: visibleText(text) }).toEqual({
    status: 200,
    visible: expect.stringContaining("Check your email for the magic link"),
  });
  const link = linkIn(await emailTo(mail, owner, /sign-in link/));
  const token = new URL(link, site.url).searchParams.get("token")!;
  // A mail scanner looks at it first.
  expect((await createVisitor(site.url).get(link)).status).toBe(200);
  const entered = await visitor.post(link, { token });
  expect({ status: entered.status, to: entered.headers.location }).toEqual({
    status: 302,
    to: "/admin/inbox",
  });
  await expectInside();
  const again = await createVisitor(site.url).post(link, { token });
  expect({ status: again.status, visible: visibleText(again.text) }).toEqual({
    status: 410,
    visible: expect.stringContaining("has been used or has expired"),
  });
});

test("an emailed code signs in once", async () => {
  const asked = await visitor.post("/login/code", { intent: "send", email: owner });
  expect(visibleText(asked.text)).toContain("Check your email for the code");
  const code = codeIn(await emailTo(mail, owner, /sign-in code/));
  const verify = { intent: "verify", email: owner, code };
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  const refused = await visitor.post("/login/code", { ...verify, code: wrong });
  expect(visibleText(refused.text)).toContain("That code is wrong or has expired.");
  expect((await visitor.post("/login/code", verify)).headers.location).toBe("/admin");
  await expectInside();
  expect((await createVisitor(site.url).post("/login/code", verify)).status).toBe(400);
});

test("an emailed code signs in a caller without cookies, once", async () => {
  const before = mail.emails.filter(({ subject }) => /sign-in code/.test(subject ?? "")).length;
  await postJson(site.url, "/api/auth/email-otp/send-verification-otp", {
    email: owner,
    type: "sign-in",
  });
  const otp = codeIn(await emailTo(mail, owner, /sign-in code/, before));
  const give = () => postJson(site.url, "/api/auth/sign-in/email-otp", { email: owner, otp });
  const { status, cookies } = await give();
  expect(status).toBe(200);
  expect((await send(site.url, "/admin", { headers: { Cookie: cookies } })).status).toBe(200);
  expect((await give()).status).toBe(400);
});

test.each([
  ["/login/sign-up", ["email", "password"]],
  ["/login/forgotten-password", ["email"]],
  ["/login/magic-link", ["email"]],
  ["/login/code", ["email", "intent"]],
  ["/login/code?type=sms", ["phone", "intent"]],
])("the form of %s sends what the tests here send", async (page, names) => {
  const forms = formsOf(page, (await visitor.get(page)).text);
  expect(forms.map(({ fields }) => Object.keys(fields))).toContainEqual(
    expect.arrayContaining(names),
  );
});

test("resetting a forgotten password by email ends every session", async () => {
  const forgetful = "forgetful@example.com";
  await addOwner(store, forgetful);
  const signedIn = createVisitor(site.url);
  await signedIn.post("/login", { email: forgetful, password: testPassword });
  expect(
    visibleText((await visitor.post("/login/forgotten-password", { email: forgetful })).text),
  ).toContain("Check your email for the password reset link");
  const link = linkIn(await emailTo(mail, forgetful, /new password/));
  const token = new URL(link, site.url).searchParams.get("token")!;
  const page = (await visitor.get(link)).text;
  expect(visibleText(page)).toContain("Update password");
  expect(formsOf(link, page).map(({ fields }) => fields)).toContainEqual(
    expect.objectContaining({ token, password: expect.any(String) }),
  );
  expect(
    visibleText((await visitor.post(link, { token, password: "passwordpassword" })).text),
  ).toContain("This password is too common.");
  const fresh = "a new one for the tests";
  expect((await visitor.post(link, { token, password: fresh })).headers.location).toBe(
    "/login?notice=password-updated",
  );
  expect(visibleText((await visitor.get("/login?notice=password-updated")).text)).toContain(
    "Your password has been updated.",
  );
  expect((await signedIn.get("/admin")).status).toBe(302);
  expect((await visitor.post(link, { token, password: "yet another for the tests" })).status).toBe(
    410,
  );
  expect((await visitor.post("/login", { email: forgetful, password: testPassword })).status).toBe(
    401,
  );
  expect((await visitor.post("/login", { email: forgetful, password: fresh })).status).toBe(302);
  expect((await emailTo(mail, forgetful, /password has been changed/)).text).toContain(
    "there's nothing to do",
  );
});

describe("signing up", () => {
  const chosen = "a choice for the tests";

  test("makes an email of ADMIN_EMAILS an administrator, once confirmed with its password", async () => {
    expect(
      visibleText(
        (await visitor.post("/login/sign-up", { email: invited, password: chosen })).text,
      ),
    ).toContain("Check your email for the confirmation link");
    const link = linkIn(await emailTo(mail, invited, /Confirm your email address/));
    const token = new URL(link, site.url).searchParams.get("token")!;
    const known = () => store.query("select email from users where email = $1", [invited]);
    expect(await known()).toEqual([]);
    // Somebody else may have signed up in this name: their password does not come with the click.
    expect(
      (await visitor.post(link, { token, password: "another choice altogether" })).status,
    ).toBe(422);
    expect(await known()).toEqual([]);
    expect((await visitor.post(link, { token, password: chosen })).headers.location).toBe("/admin");
    await expectInside();
    expect((await createVisitor(site.url).get(link)).status).toBe(410);
  });

  test("gives a stranger the same answer, no email and no account, by every sign-in method", async () => {
    const ways: [string, Record<string, string>][] = [
      ["/login/sign-up", { password: chosen }],
      ["/login/magic-link", {}],
      ["/login/forgotten-password", {}],
      ["/login/code", { intent: "send" }],
    ];
    for (const [path, fields] of ways) {
      const said = async (email: string) => {
        const { status, text } = await visitor.post(path, { ...fields, email });
        return { status, visible: visibleText(text).replaceAll(email, "…") };
      };
      expect(await said(stranger), path).toEqual(await said(owner));
    }
    await allDecided();
    expect(
      await store.query(
        "select 1 from letters where recipient = $1 union all select 1 from users where email = $1",
        [stranger],
      ),
    ).toEqual([]);
  });
});

test("tokens and codes are stored only as hashes, and stored emails contain neither", async () => {
  const before = mail.emails.filter(({ subject }) => /sign-in link/.test(subject ?? "")).length;
  await visitor.post("/login/magic-link", { email: owner });
  await visitor.post("/login/code", { intent: "send", email: owner });
  const token = new URL(
    linkIn(await emailTo(mail, owner, /sign-in link/, before)),
    site.url,
  ).searchParams.get("token")!;
  await allDecided();
  await expect
    .poll(() =>
      store.query(
        "select id from letters where kind like 'one-time-%' and state not in ('sent', 'expired')",
      ),
    )
    .toEqual([]);
  const kept = await store.query(
    `select (select json_agg(v)::text from verifications v) as v,
              (select json_agg(c)::text from one_time_codes c) as c,
              (select json_agg(l)::text from letters l) as l,
              (select json_agg(j)::text from pgboss.job j) as j`,
  );
  expect(JSON.stringify(kept)).not.toContain(token);
  expect(JSON.stringify(kept)).not.toMatch(/token=/);
});

test("the owner gets an email about a new device, and none about a known one", async () => {
  const told = () =>
    store.query(
      "select recipient, text from letters where kind = 'new-device' order by created_at desc",
    );
  const before = (await told()).length;
  await visitor.post("/login", { email: owner, password: testPassword });
  const emails = await told();
  expect([emails.length, emails[0]]).toEqual([
    before + 1,
    { recipient: owner, text: expect.stringContaining("Signed in with: Password") },
  ]);
  await visitor.post("/logout");
  await visitor.post("/login", { email: owner, password: testPassword });
  expect(await told()).toHaveLength(before + 1);
  await createVisitor(site.url).post("/login", { email: owner, password: testPassword });
  expect(await told()).toHaveLength(before + 2);
});

test("tokens verify against the published keys, also after a key rotation", async () => {
  await visitor.post("/login", { email: owner, password: testPassword });
  const keys = createRemoteJWKSet(new URL("/.well-known/jwks.json", site.url));
  const tokenOf = async () =>
    (JSON.parse((await visitor.get("/api/auth/token")).text) as { token: string }).token;
  const old = await tokenOf();
  const { payload } = await jwtVerify(old, keys, { issuer: site.url, audience: site.url });
  expect(payload).toMatchObject({ email: owner, aal: "aal1", role: "admin" });
  await store.query("update jwks set expires_at = now() - interval '1 minute'");
  const fresh = await tokenOf();
  const published = JSON.parse((await visitor.get("/.well-known/jwks.json")).text) as {
    keys: { kid: string; d?: string }[];
  };
  expect(published.keys).toHaveLength(2);
  expect(published.keys.every((key) => key.d === undefined)).toBe(true);
  const newer = createRemoteJWKSet(new URL("/.well-known/jwks.json", site.url));
  for (const token of [old, fresh])
    await jwtVerify(token, newer, { issuer: site.url, audience: site.url });
  const forged = `${fresh.split(".").slice(0, 2).join(".")}.${old.split(".")[2]}`;
  await expect(jwtVerify(forged, newer)).rejects.toThrow();
});
