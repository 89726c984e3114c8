import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stepAt, totpCode } from "#app/features/auth/totp.server.ts";
import { codeIn, emailTo, linkIn } from "#tests/support/emails.ts";
import { createOwner, testPassword } from "#tests/support/people.ts";
import { visibleText } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { type MailServer, startMailServer } from "#tests/fakes/smtp.ts";
import { createStore, type TestStore } from "#tests/support/store.ts";
import { startSmsServer, type SmsServer } from "#tests/fakes/twilio.ts";
import { createVisitor, type Visitor } from "#tests/support/visitor.ts";

/* Second factors through the calls of the contract and through the pages, and what they guard. */

const owner = "owner@example.com";
const phone = "+61412345678";

let store: TestStore;
let mail: MailServer;
let texts: SmsServer;
let site: Site;
let visitor: Visitor;

beforeAll(async () => {
  store = await createStore();
  [mail, texts] = await Promise.all([startMailServer(), startSmsServer()]);
  await createOwner(store, owner);
  site = await startSite(store.dataDir, {
    ...store.settings,
    ...texts.settings,
    SMTP_URL: mail.url,
  });
});

beforeEach(async () => {
  await store.look(async (query) => {
    for (const table of ["rate_limits", "factors", "recovery_codes", "sessions"])
      await query(`delete from ${table}`);
  });
  visitor = await signedIn();
});

afterAll(async () => {
  await site.kill();
  await Promise.all([mail.stop(), texts.stop()]);
  store.remove();
});

async function signedIn(): Promise<Visitor> {
  const fresh = createVisitor(site.url);
  expect((await fresh.post("/login", { email: owner, password: testPassword })).status).toBe(302);
  return fresh;
}

const codeNow = (secret: string) => totpCode(secret, stepAt(new Date()));

/** Enrols and verifies an authenticator; answers with the code that is good next, and the recovery codes. */
async function enrolTotp(who = visitor) {
  const { json } = await who.call("/api/auth/factors", { type: "totp" });
  const { id, totp } = json as { id: string; totp: { secret: string; uri: string } };
  const step = stepAt(new Date());
  const verified = await who.call(`/api/auth/factors/${id}/verify`, {
    code: totpCode(totp.secret, step),
  });
  expect(verified.status).toBe(200);
  // It counts already, and goes on to when the clock's half minute has changed meanwhile.
  return {
    id,
    nextCode: totpCode(totp.secret, step + 1),
    recoveryCodes: verified.json.recoveryCodes as string[],
  };
}

const levels = async (who: Visitor) => {
  const { session } = JSON.parse((await who.get("/api/auth/get-session")).text) as {
    session: { aal: string; nextAal: string };
  };
  return [session.aal, session.nextAal];
};
const whereAdminLeads = async (who: Visitor) => (await who.get("/admin")).headers.location;

describe("an authenticator app", () => {
  test("is enrolled, challenged and verified by the calls of the contract; the session says its level and the next", async () => {
    expect(await levels(visitor)).toEqual(["aal1", "aal1"]);
    const { json } = await visitor.call("/api/auth/factors", { type: "totp" });
    expect(json).toMatchObject({
      type: "totp",
      status: "unverified",
      totp: { uri: expect.stringMatching(/^otpauth:\/\/totp\//) },
    });
    // Not verified yet: it guards nothing.
    expect(await levels(visitor)).toEqual(["aal1", "aal1"]);
    const { id, totp } = json as { id: string; totp: { secret: string } };
    expect((await visitor.call(`/api/auth/factors/${id}/challenge`)).json).toMatchObject({
      id,
      type: "totp",
    });
    expect(await visitor.call(`/api/auth/factors/${id}/verify`, { code: "000000" })).toMatchObject({
      status: 400,
      json: { code: "INVALID_CODE" },
    });
    const before = visitor.cookies();
    const { json: done } = await visitor.call(`/api/auth/factors/${id}/verify`, {
      code: codeNow(totp.secret),
    });
    expect(done).toMatchObject({ aal: "aal2", recoveryCodes: expect.any(Array) });
    expect(visitor.cookies()).not.toBe(before);
    expect(await levels(visitor)).toEqual(["aal2", "aal2"]);
    expect((await emailTo(mail, owner, /Two-step sign-in was added/)).text).toContain(
      "Account: owner@example.com",
    );
  });

  test("is asked for after every way of signing in, and one code opens one door", async () => {
    const { id, nextCode: code } = await enrolTotp();
    const other = await signedIn();
    expect(await levels(other)).toEqual(["aal1", "aal2"]);
    expect(await whereAdminLeads(other)).toBe("/login/second-factor?next=%2Fadmin");
    const old = other.cookies();
    const page = "/login/second-factor?next=%2Fadmin%2Fquotes";
    const opened = await other.post(`${page}&with=${id}`, { intent: "verify", code });
    expect({ status: opened.status, to: opened.headers.location }).toEqual({
      status: 302,
      to: "/admin/quotes",
    });
    expect((await other.get("/admin")).status).toBe(200);
    expect(other.cookies()).not.toBe(old);
    // The same code in the same half minute, by somebody who looked on.
    const onlooker = await signedIn();
    const replayed = await onlooker.post(`${page}&with=${id}`, { intent: "verify", code });
    expect({ status: replayed.status, words: visibleText(replayed.text) }).toEqual({
      status: 400,
      words: expect.stringContaining("That code is wrong or has expired."),
    });

    const byCode = createVisitor(site.url);
    await byCode.post("/login/code", { intent: "send", email: owner });
    await byCode.post("/login/code", {
      intent: "verify",
      email: owner,
      code: codeIn(await emailTo(mail, owner, /code to sign in/)),
    });
    expect(await whereAdminLeads(byCode)).toBe("/login/second-factor?next=%2Fadmin");
    const byLink = createVisitor(site.url);
    await byLink.post("/login/magic-link", { email: owner });
    const link = linkIn(await emailTo(mail, owner, /link to sign in/));
    await byLink.post(link, { token: new URL(link, site.url).searchParams.get("token")! });
    expect(await whereAdminLeads(byLink)).toBe("/login/second-factor?next=%2Fadmin");
  });

  test("cannot be guessed at by who has the password alone, however often they sign in, and the owner's own browser is not kept out", async () => {
    const { id, nextCode } = await enrolTotp();
    const guess = async (who: Visitor, code = "000000") =>
      (await who.call(`/api/auth/factors/${id}/verify`, { code })).status;
    const thief = await signedIn();
    for (let turn = 0; turn < 10; turn++) expect(await guess(thief)).toBe(400);
    expect([await guess(thief), await guess(await signedIn())]).toEqual([429, 429]);
    await visitor.post("/logout");
    await visitor.post("/login", { email: owner, password: testPassword });
    expect([await guess(visitor), await guess(visitor, nextCode)]).toEqual([400, 200]);
  });

  test("cannot be guessed at anew by who reads the inbox and chooses a password", async () => {
    const { id } = await enrolTotp();
    /** In a new browser each time. */
    const chosen = async () => {
      const thief = createVisitor(site.url);
      const known = mail.emails.filter(({ subject }) => /new password/.test(subject ?? "")).length;
      await thief.post("/login/forgotten-password", { email: owner });
      const link = linkIn(await emailTo(mail, owner, /new password/, known));
      expect(
        (
          await thief.post(link, {
            token: new URL(link, site.url).searchParams.get("token")!,
            password: testPassword,
          })
        ).status,
      ).toBe(302);
      expect((await thief.post("/login", { email: owner, password: testPassword })).status).toBe(
        302,
      );
      return thief;
    };
    const guess = async (thief: Visitor) =>
      (await thief.call(`/api/auth/factors/${id}/verify`, { code: "000000" })).status;
    const first = await chosen();
    for (let turn = 0; turn < 10; turn++) expect(await guess(first)).toBe(400);
    expect(await guess(await chosen())).toBe(429);
  });

  test("cannot be added to, removed or got around by a session that has not shown it", async () => {
    const { id } = await enrolTotp();
    const thief = await signedIn();
    const closed = { status: 403, json: { code: "AAL2_REQUIRED" } };
    expect(await thief.call("/api/auth/factors", { type: "totp" })).toMatchObject(closed);
    expect(await thief.call("/api/auth/factors", { type: "phone", phone })).toMatchObject(closed);
    expect(await thief.call(`/api/auth/factors/${id}/remove`)).toMatchObject(closed);
    expect(await thief.call("/api/auth/recovery-codes")).toMatchObject(closed);
    expect(
      await thief.call("/api/auth/change-password", {
        currentPassword: testPassword,
        newPassword: "a thief's own choice",
      }),
    ).toMatchObject(closed);
    expect((await visitor.call(`/api/auth/factors/${id}/remove`)).status).toBe(200);
    expect(await whereAdminLeads(thief)).toBe("/login?next=%2Fadmin");
  });

  test("is changed only by somebody who has just shown who it is", async () => {
    const age = () =>
      store.look((query) =>
        query("update sessions set created_at = created_at - interval '10 minutes'"),
      );
    const stale = { status: 403, json: { code: "FRESH_SIGN_IN_REQUIRED" } };
    const { json: begun } = await visitor.call("/api/auth/factors", { type: "totp" });
    const { id: unverified, totp } = begun as { id: string; totp: { secret: string } };
    await age();
    expect(await visitor.call("/api/auth/factors", { type: "totp" })).toMatchObject(stale);
    expect(await visitor.call("/api/auth/factors", { type: "phone", phone })).toMatchObject(stale);
    expect(
      await visitor.call(`/api/auth/factors/${unverified}/verify`, { code: codeNow(totp.secret) }),
    ).toMatchObject(stale);
    const page = (await visitor.get("/admin/account")).text;
    expect([
      visibleText(page).includes("please confirm that it's you"),
      page.includes(totp.secret.slice(0, 4)),
    ]).toEqual([true, false]);

    const wrong = await visitor.post("/admin/account", {
      intent: "reauthenticate",
      password: "not her password",
    });
    expect([wrong.status, visibleText(wrong.text)]).toEqual([
      400,
      expect.stringContaining("That password isn't right."),
    ]);
    const before = visitor.cookies();
    expect(
      (await visitor.post("/admin/account", { intent: "reauthenticate", password: testPassword }))
        .headers.location,
    ).toBe("/admin/account#factors");
    expect(visitor.cookies()).not.toBe(before);
    const { id } = await enrolTotp();
    expect(await levels(visitor)).toEqual(["aal2", "aal2"]);

    await age();
    expect(await visitor.call(`/api/auth/factors/${id}/remove`)).toMatchObject(stale);
    expect(await visitor.call("/api/auth/recovery-codes")).toMatchObject(stale);
    await visitor.call("/api/auth/reauthenticate", { password: testPassword });
    expect(await levels(visitor)).toEqual(["aal2", "aal2"]);
    expect((await visitor.call(`/api/auth/factors/${id}/remove`)).status).toBe(200);
  });

  test("a password alone does not make up for it", async () => {
    await enrolTotp();
    const thief = await signedIn();
    expect(await thief.call("/api/auth/reauthenticate", { password: testPassword })).toMatchObject({
      status: 403,
      json: { code: "AAL2_REQUIRED" },
    });
  });

  test("whoever has no password signs in again to change it", async () => {
    await store.look((query) =>
      query("update sessions set created_at = created_at - interval '10 minutes'"),
    );
    const left = await visitor.post("/logout", { next: "/admin/account" });
    expect(left.headers.location).toBe("/login?next=%2Fadmin%2Faccount");
    expect((await visitor.post("/logout", { next: "https://evil.example" })).headers.location).toBe(
      "/login?next=%2Fadmin",
    );
  });

  test("a recovery code stands in for it once", async () => {
    const { recoveryCodes } = await enrolTotp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const page = "/login/second-factor?with=recovery";
    const other = await signedIn();
    expect(
      (await other.post(page, { intent: "verify", code: recoveryCodes[0]!.toUpperCase() })).headers
        .location,
    ).toBe("/admin");
    const again = await signedIn();
    expect((await again.post(page, { intent: "verify", code: recoveryCodes[0]! })).status).toBe(
      400,
    );
    expect(await levels(again)).toEqual(["aal1", "aal2"]);
    await emailTo(mail, owner, /recovery code was used/);
  });

  test("is not guessed: ten wrong codes, on whichever session, close it for a while", async () => {
    const { id, nextCode } = await enrolTotp();
    const sessions = [await signedIn(), await signedIn()];
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn++)
      statuses.push(
        (
          await sessions[turn % 2]!.call(`/api/auth/factors/${id}/verify`, {
            code: String(turn).padStart(6, "9"),
          })
        ).status,
      );
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
    const late = await sessions[0]!.call(`/api/auth/factors/${id}/verify`, { code: nextCode });
    expect(late.status).toBe(429);
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("codes by text message", () => {
  /** Sets the number up on the account page, as its owner does. */
  async function setUpPhone(number: string): Promise<string> {
    const known = texts.texts.filter(({ to }) => to === phone).length;
    const started = await visitor.post("/admin/account", { intent: "enrol-phone", phone: number });
    expect(started.headers.location).toBe("/login/code?type=phone_change");
    return visitor
      .post("/login/code?type=phone_change", {
        intent: "verify",
        code: await texts.codeFor(phone, known),
      })
      .then(({ text }) => visibleText(text));
  }

  test("are set up with the number that a person types, and asked for from then on", async () => {
    expect(await setUpPhone("0412 345 678")).toContain("Your recovery codes");
    expect(await levels(visitor)).toEqual(["aal2", "aal2"]);
    const other = await signedIn();
    const page = visibleText((await other.get("/login/second-factor")).text);
    expect(page).toContain("+61 ••• 678");
    const [id] = await store.look((query) => query<{ id: string }>("select id from factors"));
    const sent = texts.texts.length;
    await other.post(`/login/second-factor?with=${id!.id}`, { intent: "challenge" });
    const opened = await other.post(`/login/second-factor?with=${id!.id}`, {
      intent: "verify",
      code: await texts.codeFor(phone, sent),
    });
    expect(opened.headers.location).toBe("/admin");
  });

  test("sign in as well, but are no second proof then", async () => {
    await setUpPhone(phone);
    const { id } = (
      await store.look((query) => query<{ id: string }>("select id from factors"))
    )[0]!;
    const byText = createVisitor(site.url);
    const known = texts.texts.length;
    expect(
      visibleText(
        (await byText.post("/login/code?type=sms", { intent: "send", phone: "0412 345 678" })).text,
      ),
    ).toContain("Check your phone for the code");
    const entered = await byText.post("/login/code?type=sms", {
      intent: "verify",
      phone: "0412 345 678",
      code: await texts.codeFor(phone, known),
    });
    expect(entered.headers.location).toBe("/admin");
    expect(await whereAdminLeads(byText)).toBe("/login/second-factor?next=%2Fadmin");
    expect(await byText.call(`/api/auth/factors/${id}/challenge`)).toMatchObject({
      status: 403,
      json: { code: "SAME_CHANNEL" },
    });
    expect(await byText.call(`/api/auth/factors/${id}/verify`, { code: "123456" })).toMatchObject({
      status: 403,
      json: { code: "SAME_CHANNEL" },
    });
  });

  test("go to no number that nobody here has", async () => {
    const said = await visitor.call("/api/auth/phone-number/send-otp", {
      phoneNumber: "0499 999 999",
    });
    expect(said.json).toEqual({ status: true, success: true });
    await expect
      .poll(() =>
        store.look((query) =>
          query(
            "select id from pgboss.job where name = 'sign-in' and state in ('created', 'retry', 'active')",
          ),
        ),
      )
      .toEqual([]);
    expect(texts.texts.filter(({ to }) => to === "+61499999999")).toEqual([]);
  });
});

test("the account page sets an authenticator up without scripts, ends sessions and tells who came", async () => {
  await signedIn();
  await visitor.post("/admin/account", { intent: "enrol-totp" });
  const { text } = await visitor.get("/admin/account");
  const secret = /<code[^>]*>([A-Z2-7 ]{32,})<\/code>/.exec(text)![1]!.replaceAll(" ", "");
  const id = /name="id" value="([0-9a-f-]{36})"/.exec(text)![1]!;
  const done = await visitor.post("/admin/account", {
    intent: "verify-totp",
    id,
    code: codeNow(secret),
  });
  expect({ status: done.status, words: visibleText(done.text) }).toEqual({
    status: 200,
    words: expect.stringContaining("Your recovery codes"),
  });
  const shown = visibleText((await visitor.get("/admin/account")).text);
  for (const words of [
    "Authenticator app On",
    "10 recovery codes are left.",
    "This one",
    "Sign out everywhere else",
    "Recent sign-ins",
  ])
    expect(shown).toContain(words);
  expect(shown).not.toContain(secret);
  expect((await visitor.post("/admin/account", { intent: "end-others" })).headers.location).toBe(
    "/admin/account?notice=others-ended",
  );
  expect(await store.look((query) => query("select id from sessions"))).toHaveLength(1);
});
