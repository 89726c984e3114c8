import { describe, expect, test } from "vitest";
import { emailTo, linkIn } from "#tests/support/emails.ts";
import { testPassword } from "#tests/support/owners.ts";
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

/* What an attacker who has the password or the inbox cannot do to a second factor. */

const here = secondFactorSite();

const phone = "+61412345678";

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
    ).toMatchObject({
      status: 403,
      json: { code: "AAL2_REQUIRED" },
    });
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
