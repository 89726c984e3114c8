import { describe, expect, test } from "vitest";
import { visibleText } from "#tests/support/request.ts";
import { createVisitor } from "#tests/support/visitor.ts";
import {
  adminRedirect,
  sessionLevels,
  secondFactorSite,
} from "#tests/support/second-factor-site.ts";

/* Codes by text message: as a second factor, and to sign in by. */

const here = secondFactorSite();

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
    const page = visibleText((await other.get("/login/second-factor")).text);
    expect(page).toContain("+61 ••• 678");
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
    ).toMatchObject({
      status: 403,
      json: { code: "SAME_CHANNEL" },
    });
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
