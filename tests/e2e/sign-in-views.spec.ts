import type { Page } from "@playwright/test";
import { stepAt, totpCode } from "#app/features/auth/totp.server.ts";
import { codeIn, emailTo, linkIn } from "#tests/support/emails.ts";
import { logOut, openAccountMenu, submitSignIn } from "./support/admin-list.ts";
import { expect, hydrated, hydrateByMoving } from "./support/fixtures.ts";
import { holdRequests } from "./support/guard.ts";
import { ownerPassword, signInTest } from "./support/sign-in-installation.ts";

/* Every view of the sign-in, with its emails from a real mail server. */

const expectInside = (page: Page, email: string) =>
  expect(page.getByRole("complementary")).toContainText(`Logged in as ${email}`);

signInTest(
  "a magic link: refused without an address, sent, opened, and led to where one was going",
  async ({ page, owner, installation: { mail } }) => {
    await page.goto("/admin/inbox");
    await page.getByRole("link", { name: "Send a magic link email" }).click();
    await hydrateByMoving(page);
    // The browser's own check is not what is tried here.
    await page.locator("form").evaluate((form: HTMLFormElement) => (form.noValidate = true));
    await page.getByRole("button", { name: "Send magic link" }).click();
    await expect(page.getByLabel("Email")).toHaveAccessibleDescription(
      "Please enter a valid email address.",
    );
    await page.getByLabel("Email").fill(owner);
    await page.getByRole("button", { name: "Send magic link" }).click();
    await expect(page.getByText("Check your email for the magic link")).toBeVisible();
    await page.goto(linkIn(await emailTo(mail, owner, /sign-in link/)));
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/admin/inbox");
    await expectInside(page, owner);
  },
);

signInTest(
  "a forgotten password: the email leads to the update-password view, and that to the sign-in view",
  async ({ page, owner, installation: { mail } }) => {
    await page.goto("/login");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByLabel("Email").fill(owner);
    await page.getByRole("button", { name: "Send reset password instructions" }).click();
    await expect(page.getByText("Check your email for the password reset link")).toBeVisible();
    await page.goto(linkIn(await emailTo(mail, owner, /new password/)));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Update password");
    await hydrateByMoving(page);
    await page.getByLabel("New password").fill("short");
    await page.getByRole("button", { name: "Update password" }).click();
    await expect(page.getByLabel("New password")).toHaveAccessibleDescription(
      "Use at least 12 characters.",
    );
    await page.getByLabel("New password").fill("another quiet recital room");
    await page.getByRole("button", { name: "Update password" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Login");
    await expect(page.getByText("Your password has been updated. Please sign in.")).toBeVisible();
    await submitSignIn(page, { email: owner, password: "another quiet recital room" });
    await expectInside(page, owner);
  },
);

signInTest(
  "signing up: the confirmation link asks for the chosen password",
  async ({ page, guard, installation: { mail, takeInvited } }) => {
    guard.expectConsole(/status of 422/);
    const invited = takeInvited();
    await page.goto("/login/sign-up");
    await page.getByLabel("Email").fill(invited);
    await page.getByLabel("Password").fill("a choice of mine alone");
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByText("Check your email for the confirmation link")).toBeVisible();
    await page.goto(linkIn(await emailTo(mail, invited, /Confirm your email address/)));
    await page.getByLabel("Password").fill("somebody else's choice");
    await page.getByRole("button", { name: "Confirm and sign in" }).click();
    await expect(page.getByLabel("Password")).toHaveAccessibleDescription(
      "That isn't the password you chose when you signed up.",
    );
    await page.getByLabel("Password").fill("a choice of mine alone");
    await page.getByRole("button", { name: "Confirm and sign in" }).click();
    await expectInside(page, invited);
  },
);

signInTest(
  "a one-time code by email: a wrong one, then the right one",
  async ({ page, owner, guard, installation: { mail } }) => {
    guard.expectConsole(/status of 400/);
    await page.goto("/login/code");
    await page.getByLabel("Email").fill(owner);
    await page.getByRole("button", { name: "Send code" }).click();
    await expect(page.getByText("Check your email for the code")).toBeVisible();
    const code = codeIn(await emailTo(mail, owner, /sign-in code/));
    await page.getByLabel("Code").fill(code === "000000" ? "000001" : "000000");
    await page.getByRole("button", { name: "Verify code" }).click();
    await expect(
      page.getByRole("alert").getByText("That code is wrong or has expired."),
    ).toBeVisible();
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: "Verify code" }).click();
    await expectInside(page, owner);
  },
);

signInTest("the way in is told while it is loading", async ({ page, owner }) => {
  await page.goto("/login");
  await hydrateByMoving(page);
  const { release } = await holdRequests(
    page,
    ({ url }) => new URL(url).pathname === "/admin.data",
  );
  await submitSignIn(page, { email: owner, password: ownerPassword });
  const status = page.getByRole("status").filter({ hasText: "Loading session..." });
  await expect(status).toBeVisible();
  await expect(status.locator(".animate-spin")).toBeVisible();
  await release();
  await expectInside(page, owner);
});

signInTest("Google: declined with a clear message, then in", async ({ page, owner }) => {
  await page.goto("/admin/quotes");
  await hydrateByMoving(page);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alert").getByText("Google sign-in was cancelled.")).toBeVisible();
  await page.getByLabel("Keep me signed in on this device").check();
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByLabel("Address").fill(owner);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/admin/quotes");
  await expectInside(page, owner);
  await page.goto("/admin/account");
  await expect(page.getByText("Kept signed in until")).toBeVisible();
});

signInTest(
  "an authenticator app: set up on the account page, asked for at the next sign-in, removed",
  async ({ page, owner }) => {
    await page.goto("/login");
    await submitSignIn(page, { email: owner, password: ownerPassword });
    await openAccountMenu(page);
    await page.getByRole("complementary").getByRole("link", { name: owner }).click();
    await hydrated(page);
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    await expect(page.getByRole("img", { name: "QR code of the secret" })).toBeVisible();
    const secret = (await page.locator("code").textContent())!.replaceAll(" ", "");
    const step = stepAt(new Date());
    await page.getByLabel("Code that the app shows now").fill(totpCode(secret, step));
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText("Your recovery codes")).toBeVisible();
    const recoveryCode = await page.locator("code").first().textContent();

    await logOut(page);
    await expect(page).toHaveURL("/login");
    await submitSignIn(page, { email: owner, password: ownerPassword });
    await expect(page).toHaveURL("/login/second-factor?next=%2Fadmin");
    // The next code: it counts already, and no code counts twice.
    const next = Math.max(step + 1, stepAt(new Date()));
    await page.getByLabel("Code").fill(totpCode(secret, next));
    await page.getByRole("button", { name: "Verify" }).click();
    await expectInside(page, owner);

    await logOut(page);
    await expect(page).toHaveURL("/login");
    await submitSignIn(page, { email: owner, password: ownerPassword });
    await page.getByRole("link", { name: "Recovery code" }).click();
    await page.getByLabel("Recovery code").fill(recoveryCode!);
    await page.getByRole("button", { name: "Verify" }).click();
    await expectInside(page, owner);

    await page.goto("/admin/account");
    await hydrated(page);
    await expect(page.getByText("9 recovery codes are left.")).toBeVisible();
    await page.locator("summary", { hasText: "Remove" }).click();
    await page.getByRole("button", { name: "Yes, remove it" }).click();
    await expect(page.getByText("That method has been removed.")).toBeVisible();
  },
);

signInTest(
  "a telephone number: verified on its view, then a way to sign in",
  async ({ page, owner, installation: { texts } }) => {
    await page.goto("/login");
    await submitSignIn(page, { email: owner, password: ownerPassword });
    await expectInside(page, owner);
    await page.goto("/admin/account");
    await hydrated(page);
    await page.getByLabel("Telephone number for codes").fill("0412 345 678");
    await page.getByRole("button", { name: "Set up codes by text message" }).click();
    await expect(page).toHaveURL("/login/code?type=phone_change");
    await page.getByLabel("Code").fill(await texts.codeFor("+61412345678"));
    await page.getByRole("button", { name: "Verify code" }).click();
    await expect(page.getByText("Your recovery codes")).toBeVisible();
    await page.getByRole("link", { name: "I've saved them" }).click();
    await logOut(page);
    await expect(page).toHaveURL("/login");
    await page.goto("/login/code?type=sms");
    await page.getByLabel("Telephone").fill("0412 345 678");
    await page.getByRole("button", { name: "Send code" }).click();
    await page.getByLabel("Code").fill(await texts.codeFor("+61412345678", 1));
    await page.getByRole("button", { name: "Verify code" }).click();
    await expect(page).toHaveURL("/login/second-factor?next=%2Fadmin");
  },
);
