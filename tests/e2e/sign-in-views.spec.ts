import type { Page } from "@playwright/test";
import { stepAt, totpCode } from "#app/features/auth/factors.server.ts";
import { emailTo, linkIn } from "#tests/support/emails.ts";
import { logOut, openAccountMenu, submitSignIn } from "./support/admin-list.ts";
import { accessibilityOptions, expectAccessible, type State } from "./support/axe.ts";
import {
  expect,
  hydrated,
  hydrateByMoving,
  openHydrated,
  openAndMove,
} from "./support/fixtures.ts";
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

signInTest("Google: declined with a clear message, then in", async ({ page, owner }) => {
  await openAndMove(page, "/admin/quotes");
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
  "an authenticator app: the way in is told while it loads, set up, asked for at the next sign-in, removed",
  async ({ page, owner }) => {
    await openAndMove(page, "/login");
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

    await openHydrated(page, "/admin/account");
    await expect(page.getByText("9 recovery codes are left.")).toBeVisible();
    await page.locator("summary", { hasText: "Remove" }).click();
    await page.getByRole("button", { name: "Yes, remove it" }).click();
    await expect(page.getByText("That method has been removed.")).toBeVisible();
  },
);

const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

/** They are one narrow column, the same on every screen. */
const signInViews: State[] = [
  "?error=access_denied",
  "/sign-up",
  "/forgotten-password",
  "/magic-link?token=a",
  "/update-password?token=a",
  "/code?type=sms",
  "/confirm?token=a",
].map((rest) => ({ path: `/login${rest}`, only: "phone" }));

const setUpFactor = (owner: string): State[] => [
  {
    path: "/login",
    name: "an authenticator app that is set up",
    async act(page) {
      await submitSignIn(page, { email: owner, password: ownerPassword });
      await expect(page).toHaveURL("/admin");
      await openHydrated(page, "/admin/account");
      await press(page, "Set up an authenticator app");
      await expect(page.getByRole("img", { name: "QR code of the secret" })).toBeVisible();
    },
  },
  {
    name: "the recovery codes",
    async act(page) {
      const secret = (await page.locator("code").textContent())!.replaceAll(" ", "");
      await page
        .getByLabel("Code that the app shows now")
        .fill(totpCode(secret, stepAt(new Date())));
      await press(page, "Verify");
      await expect(page.getByText("Your recovery codes")).toBeVisible();
    },
  },
  {
    name: "the second step of a sign-in",
    async act(page) {
      await logOut(page);
      await expect(page).toHaveURL("/login");
      await submitSignIn(page, { email: owner, password: ownerPassword });
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Two-step sign-in");
    },
  },
];

signInTest.describe("at 390 px in light and at 1280 px in dark", () => {
  signInTest.use(accessibilityOptions);

  signInTest("sign-in views and second factors are accessible", ({ page, owner, guard }) => {
    guard.expectConsole(/status of (40[14]|410|422)/);
    return expectAccessible(page, [...signInViews, ...setUpFactor(owner)]);
  });
});
