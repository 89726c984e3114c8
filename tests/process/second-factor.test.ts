import { describe, expect, test } from "vitest";
import { codeIn, emailTo, linkIn } from "#tests/support/emails.ts";
import { visibleText } from "#tests/support/request.ts";
import { createVisitor, type Visitor } from "#tests/support/visitor.ts";
import {
  adminRedirect,
  sessionLevels,
  currentTotpCode,
  enrolTotp,
  factorOwner,
  secondFactorSite,
} from "#tests/support/second-factor-site.ts";
import { testPassword } from "#tests/support/owners.ts";

/* An authenticator app: set up, asked for, replaced; and codes by text, which can also sign in. */

const here = secondFactorSite();

describe("an authenticator app", () => {
  test("is enrolled, challenged and verified over HTTP, and the session says its level and the next", async () => {
    const { mail, visitor } = here;
    expect(await sessionLevels(visitor)).toEqual(["aal1", "aal1"]);
    const { json } = await visitor.callApi("/api/auth/factors", { type: "totp" });
    expect(json).toMatchObject({
      type: "totp",
      status: "unverified",
      totp: { uri: expect.stringMatching(/^otpauth:\/\/totp\//) },
    });
    // Not verified yet: it guards nothing.
    expect(await sessionLevels(visitor)).toEqual(["aal1", "aal1"]);
    const { id, totp } = json as { id: string; totp: { secret: string } };
    expect((await visitor.callApi(`/api/auth/factors/${id}/challenge`)).json).toMatchObject({
      id,
      type: "totp",
    });
    expect(
      await visitor.callApi(`/api/auth/factors/${id}/verify`, { code: "000000" }),
    ).toMatchObject({ status: 400, json: { code: "INVALID_CODE" } });
    const before = visitor.cookies();
    const { json: done } = await visitor.callApi(`/api/auth/factors/${id}/verify`, {
      code: currentTotpCode(totp.secret),
    });
    expect(done).toMatchObject({ aal: "aal2", recoveryCodes: expect.any(Array) });
    expect(visitor.cookies()).not.toBe(before);
    expect(await sessionLevels(visitor)).toEqual(["aal2", "aal2"]);
    expect((await emailTo(mail, factorOwner, /Two-step sign-in was added/)).text).toContain(
      "Account: owner@example.com",
    );
  });

  test("is required after every sign-in method, and each code works once", async () => {
    const { mail, site, visitor } = here;
    const { id, nextCode: code } = await enrolTotp(visitor);
    const other = await here.signIn();
    expect(await sessionLevels(other)).toEqual(["aal1", "aal2"]);
    expect(await adminRedirect(other)).toBe("/login/second-factor?next=%2Fadmin");
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
    const onlooker = await here.signIn();
    const replayed = await onlooker.post(`${page}&with=${id}`, { intent: "verify", code });
    expect({ status: replayed.status, visible: visibleText(replayed.text) }).toEqual({
      status: 400,
      visible: expect.stringContaining("That code is wrong or has expired."),
    });

    const byCode = createVisitor(site.url);
    await byCode.post("/login/code", { intent: "send", email: factorOwner });
    await byCode.post("/login/code", {
      intent: "verify",
      email: factorOwner,
      code: codeIn(await emailTo(mail, factorOwner, /sign-in code/)),
    });
    expect(await adminRedirect(byCode)).toBe("/login/second-factor?next=%2Fadmin");
    const byLink = createVisitor(site.url);
    await byLink.post("/login/magic-link", { email: factorOwner });
    const link = linkIn(await emailTo(mail, factorOwner, /sign-in link/));
    await byLink.post(link, { token: new URL(link, site.url).searchParams.get("token")! });
    expect(await adminRedirect(byLink)).toBe("/login/second-factor?next=%2Fadmin");
  });

  test("a recovery code replaces it once", async () => {
    const { mail, visitor } = here;
    const { recoveryCodes } = await enrolTotp(visitor);
    expect(new Set(recoveryCodes).size).toBe(10);
    const page = "/login/second-factor?with=recovery";
    const other = await here.signIn();
    expect(
      (await other.post(page, { intent: "verify", code: recoveryCodes[0]!.toUpperCase() })).headers
        .location,
    ).toBe("/admin");
    const again = await here.signIn();
    expect((await again.post(page, { intent: "verify", code: recoveryCodes[0]! })).status).toBe(
      400,
    );
    expect(await sessionLevels(again)).toEqual(["aal1", "aal2"]);
    await emailTo(mail, factorOwner, /recovery code was used/);
  });
});

test("the account page sets up an authenticator without scripts, ends sessions and lists sign-ins", async () => {
  const { store, visitor } = here;
  await here.signIn();
  await visitor.post("/admin/account", { intent: "enrol-totp" });
  const { text } = await visitor.get("/admin/account");
  const secret = /<code[^>]*>([A-Z2-7 ]{32,})<\/code>/.exec(text)![1]!.replaceAll(" ", "");
  const id = /name="id" value="([0-9a-f-]{36})"/.exec(text)![1]!;
  const done = await visitor.post("/admin/account", {
    intent: "verify-totp",
    id,
    code: currentTotpCode(secret),
  });
  expect({ status: done.status, visible: visibleText(done.text) }).toEqual({
    status: 200,
    visible: expect.stringContaining("Your recovery codes"),
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
  expect(await store.query("select id from sessions")).toHaveLength(1);
});

const phone = "+61412345678";

describe("codes by text message", () => {
  /** Sets the number up on the account page, as its owner does. */
  async function setUpPhone(number: string): Promise<string> {
    const { texts, visitor } = here;
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

  test("are set up with the number as typed, and required from then on", async () => {
    const { store, texts, visitor } = here;
    expect(await setUpPhone("0412 345 678")).toContain("Your recovery codes");
    expect(await sessionLevels(visitor)).toEqual(["aal2", "aal2"]);
    const other = await here.signIn();
    expect(visibleText((await other.get("/login/second-factor")).text)).toContain("+61 ••• 678");
    const [id] = await store.query<{ id: string }>("select id from factors");
    const sent = texts.texts.length;
    await other.post(`/login/second-factor?with=${id!.id}`, { intent: "challenge" });
    const opened = await other.post(`/login/second-factor?with=${id!.id}`, {
      intent: "verify",
      code: await texts.codeFor(phone, sent),
    });
    expect(opened.headers.location).toBe("/admin");
  });

  test("can also sign in and keep the session, but then not be the second factor", async () => {
    const { store, texts, site } = here;
    await setUpPhone(phone);
    const { id } = (await store.query<{ id: string }>("select id from factors"))[0]!;
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
      remember: "on",
    });
    expect(entered.headers.location).toBe("/admin");
    expect(await store.query("select way from sessions where kept")).toEqual([
      { way: "text-code" },
    ]);
    expect(await adminRedirect(byText)).toBe("/login/second-factor?next=%2Fadmin");
    expect(await byText.callApi(`/api/auth/factors/${id}/challenge`)).toMatchObject({
      status: 403,
      json: { code: "SAME_CHANNEL" },
    });
    expect(
      await byText.callApi(`/api/auth/factors/${id}/verify`, { code: "123456" }),
    ).toMatchObject({ status: 403, json: { code: "SAME_CHANNEL" } });
  });

  test("are not sent to an unknown number", async () => {
    const { store, texts, visitor } = here;
    const said = await visitor.callApi("/api/auth/phone-number/send-otp", {
      phoneNumber: "0499 999 999",
    });
    expect(said.json).toEqual({ status: true, success: true });
    await expect
      .poll(() =>
        store.query(
          "select id from pgboss.job where name = 'sign-in' and state in ('created', 'retry', 'active')",
        ),
      )
      .toEqual([]);
    expect(texts.texts.filter(({ to }) => to === "+61499999999")).toEqual([]);
  });
});

/* What an attacker who has the password or the inbox cannot do to a second factor. */

describe("an authenticator app", () => {
  test("resists guessing over many sign-ins with a stolen password, without locking the owner out", async () => {
    const { visitor } = here;
    const { id, nextCode } = await enrolTotp(visitor);
    const guess = async (who: Visitor, code = "000000") =>
      (await who.callApi(`/api/auth/factors/${id}/verify`, { code })).status;
    const thief = await here.signIn();
    for (let turn = 0; turn < 10; turn++) expect(await guess(thief)).toBe(400);
    expect([await guess(thief), await guess(await here.signIn())]).toEqual([429, 429]);
    await visitor.post("/logout");
    await visitor.post("/login", { email: factorOwner, password: testPassword });
    expect([await guess(visitor), await guess(visitor, nextCode)]).toEqual([400, 200]);
  });

  test("gives no new attempts after a password reset", async () => {
    const { mail, site, visitor } = here;
    const { id } = await enrolTotp(visitor);
    /** In a new browser each time. */
    const chosen = async () => {
      const thief = createVisitor(site.url);
      const known = mail.emails.filter(({ subject }) => /new password/.test(subject ?? "")).length;
      await thief.post("/login/forgotten-password", { email: factorOwner });
      const link = linkIn(await emailTo(mail, factorOwner, /new password/, known));
      expect(
        (
          await thief.post(link, {
            token: new URL(link, site.url).searchParams.get("token")!,
            password: testPassword,
          })
        ).status,
      ).toBe(302);
      expect(
        (await thief.post("/login", { email: factorOwner, password: testPassword })).status,
      ).toBe(302);
      return thief;
    };
    const guess = async (thief: Visitor) =>
      (await thief.callApi(`/api/auth/factors/${id}/verify`, { code: "000000" })).status;
    const first = await chosen();
    for (let turn = 0; turn < 10; turn++) expect(await guess(first)).toBe(400);
    expect(await guess(await chosen())).toBe(429);
  });

  test("locks for a while after ten wrong codes in all sessions together", async () => {
    const { visitor } = here;
    const { id, nextCode } = await enrolTotp(visitor);
    const sessions = [await here.signIn(), await here.signIn()];
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn++)
      statuses.push(
        (
          await sessions[turn % 2]!.callApi(`/api/auth/factors/${id}/verify`, {
            code: String(turn).padStart(6, "9"),
          })
        ).status,
      );
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
    const late = await sessions[0]!.callApi(`/api/auth/factors/${id}/verify`, { code: nextCode });
    expect(late.status).toBe(429);
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("cannot be added, removed or bypassed by a session that has not used it", async () => {
    const { visitor } = here;
    const { id } = await enrolTotp(visitor);
    const thief = await here.signIn();
    const closed = { status: 403, json: { code: "AAL2_REQUIRED" } };
    expect(await thief.callApi("/api/auth/factors", { type: "totp" })).toMatchObject(closed);
    expect(await thief.callApi("/api/auth/factors", { type: "phone", phone })).toMatchObject(
      closed,
    );
    expect(await thief.callApi(`/api/auth/factors/${id}/remove`)).toMatchObject(closed);
    expect(await thief.callApi("/api/auth/recovery-codes")).toMatchObject(closed);
    expect(
      await thief.callApi("/api/auth/change-password", {
        currentPassword: testPassword,
        newPassword: "a thief's own choice",
      }),
    ).toMatchObject(closed);
    expect((await visitor.callApi(`/api/auth/factors/${id}/remove`)).status).toBe(200);
    expect(await adminRedirect(thief)).toBe("/login?next=%2Fadmin");
  });

  test("can be changed only within ten minutes of a sign-in or the password", async () => {
    const { store, visitor } = here;
    const age = () =>
      store.query("update sessions set created_at = created_at - interval '10 minutes'");
    const stale = { status: 403, json: { code: "FRESH_SIGN_IN_REQUIRED" } };
    const { json: begun } = await visitor.callApi("/api/auth/factors", { type: "totp" });
    const { id: unverified, totp } = begun as { id: string; totp: { secret: string } };
    await age();
    expect(await visitor.callApi("/api/auth/factors", { type: "totp" })).toMatchObject(stale);
    expect(await visitor.callApi("/api/auth/factors", { type: "phone", phone })).toMatchObject(
      stale,
    );
    expect(
      await visitor.callApi(`/api/auth/factors/${unverified}/verify`, {
        code: currentTotpCode(totp.secret),
      }),
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
    const { id } = await enrolTotp(visitor);
    expect(await sessionLevels(visitor)).toEqual(["aal2", "aal2"]);

    await age();
    expect(await visitor.callApi(`/api/auth/factors/${id}/remove`)).toMatchObject(stale);
    expect(await visitor.callApi("/api/auth/recovery-codes")).toMatchObject(stale);
    await visitor.callApi("/api/auth/reauthenticate", { password: testPassword });
    expect(await sessionLevels(visitor)).toEqual(["aal2", "aal2"]);
    expect((await visitor.callApi(`/api/auth/factors/${id}/remove`)).status).toBe(200);
  });

  test("is still required after entering the password again", async () => {
    const { visitor } = here;
    await enrolTotp(visitor);
    const thief = await here.signIn();
    expect(
      await thief.callApi("/api/auth/reauthenticate", { password: testPassword }),
    ).toMatchObject({ status: 403, json: { code: "AAL2_REQUIRED" } });
  });

  test("signing in again leads back to the account page, and to no other site", async () => {
    const { store, visitor } = here;
    await store.query("update sessions set created_at = created_at - interval '10 minutes'");
    const left = await visitor.post("/logout", { next: "/admin/account" });
    expect(left.headers.location).toBe("/login?next=%2Fadmin%2Faccount");
    expect((await visitor.post("/logout", { next: "https://evil.example" })).headers.location).toBe(
      "/login?next=%2Fadmin",
    );
  });
});
