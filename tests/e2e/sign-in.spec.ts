import type { ReceivedEmail } from "#tests/fakes/smtp.ts";
import { logOut, submitSignIn } from "./support/admin-list.ts";
import { expect, hydrateByMoving, phone, test, openHydrated } from "./support/fixtures.ts";
import { e2eOwner, enquiry } from "./support/installation.ts";

/* The gate of the admin: who gets in, who does not, and logging out. */

test.use({ viewport: phone });

test("the login says what is wrong, leads to the requested page, and Logout back in every tab", async ({
  page,
  context,
  guard,
}) => {
  guard.expectConsole(/status of 401/);
  await page.goto("/admin/quotes?show=pending");
  await expect(page).toHaveURL("/login?next=%2Fadmin%2Fquotes%3Fshow%3Dpending");
  await hydrateByMoving(page);
  for (const email of [e2eOwner.email, "nobody@elsewhere.example"]) {
    await submitSignIn(page, { email, password: "not the password" });
    await expect(page.getByRole("alert").getByText("Invalid email or password")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
  }
  await submitSignIn(page, e2eOwner);
  await expect(page).toHaveURL("/admin/quotes?show=pending");
  // Whoever is signed in has nothing to do at the login.
  await page.goto("/login");
  await expect(page).toHaveURL("/admin");

  const left = await context.newPage();
  await openHydrated(left, "/admin");
  await page.bringToFront();
  await logOut(page);
  await expect(page).toHaveURL("/login");
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
  await left.bringToFront();
  await left
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: "Inbox" })
    .click();
  await expect(left).toHaveURL("/login?next=%2Fadmin%2Finbox");
});

test("a viewer comes in by an email, and sees no button that would change something", async ({
  page,
  context,
  installation,
  signInAsOwner,
}) => {
  const email = "vera@books.example";
  await signInAsOwner();
  await page.goto("/admin/people");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Role").selectOption("Viewer");
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("button", { name: `End access of ${email}` })).toBeVisible();
  await context.clearCookies();
  await page.goto("/login/magic-link");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send magic link" }).click();
  const linkIn = (all: readonly ReceivedEmail[]) =>
    all
      .filter(({ envelopeTo }) => envelopeTo.includes(email))
      .map(({ text }) => /\S+\/login\/magic-link\?token=\S+/.exec(text ?? "")?.[0])
      .find((link) => link !== undefined);
  const emails = await installation.mail.waitUntil((all) =>
    linkIn(all) ? null : "The link has not arrived.",
  );
  await page.goto(linkIn(emails)!);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/admin");
  for (const path of ["hours", "money/settings", "site/about", `inbox/${enquiry.id}`]) {
    await page.goto(`/admin/${path}`);
    const sends = page.getByRole("main").locator('[type="submit"]:not(form[method="get"] *)');
    expect(await sends.count(), path).toBeGreaterThan(0);
    await expect(sends.filter({ visible: true }), path).toHaveCount(0);
  }
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("the login leads to the requested page", async ({ page }) => {
    await page.goto("/admin/inbox");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Login");
    await expect(page.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
    await submitSignIn(page, e2eOwner);
    await expect(page).toHaveURL("/admin/inbox");
    await expect(page.getByRole("complementary")).toContainText(`Logged in as ${e2eOwner.email}`);
  });
});
