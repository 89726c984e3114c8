import { logOut, submitSignIn } from "./support/admin-list.ts";
import {
  expect,
  hydrateByMoving,
  hydrated,
  phone,
  test,
  withAndWithoutScripts,
} from "./support/fixtures.ts";
import { newOwner, e2eOwner } from "./support/installation.ts";

/* The gate of the admin: who gets in, who does not, and logging out. */

test.use({ viewport: phone });

withAndWithoutScripts((scripts) => {
  test("the admin redirects to the login, and then to the requested page", async ({ page }) => {
    await page.goto("/admin/quotes?show=pending");
    await expect(page).toHaveURL("/login?next=%2Fadmin%2Fquotes%3Fshow%3Dpending");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Login");
    await expect(page.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
    if (scripts) await hydrateByMoving(page);
    await submitSignIn(page, e2eOwner);
    await expect(page).toHaveURL("/admin/quotes?show=pending");
    await expect(page.getByRole("complementary")).toContainText(`Logged in as ${e2eOwner.email}`);
    // Whoever is signed in has nothing to do at the login.
    await page.goto("/login");
    await expect(page).toHaveURL("/admin");
  });
});

test("a wrong password and an unknown email get the same message", async ({ page, guard }) => {
  guard.expectConsole(/status of 401/);
  await page.goto("/login");
  await hydrateByMoving(page);
  for (const email of [e2eOwner.email, "nobody@elsewhere.example"]) {
    await submitSignIn(page, { email, password: "not the password" });
    await expect(page.getByRole("alert").getByText("Invalid email or password")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
  }
  await page.goto("/admin");
  await expect(page).toHaveURL("/login?next=%2Fadmin");
});

test("Logout leads to the login, also by Back and on the next click in a tab left open", async ({
  page,
  context,
}) => {
  await page.goto("/login");
  await submitSignIn(page, e2eOwner);
  await expect(page).toHaveURL("/admin");
  const left = await context.newPage();
  await left.goto("/admin");
  await hydrated(left);
  await logOut(page);
  await expect(page).toHaveURL("/login");
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
  await left
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: "Inbox" })
    .click();
  await expect(left).toHaveURL("/login?next=%2Fadmin%2Finbox");
});

test("a set-up link makes its email an owner, once", async ({ page, installation, guard }) => {
  guard.expectConsole(/status of 410/);
  const link = installation.setupLink;
  await page.goto(link);
  await expect(page.getByLabel("Email")).toHaveValue(newOwner);
  await page.getByLabel("New password").fill("a long and quiet corridor");
  await page.getByRole("button", { name: "Create my account" }).click();
  await expect(page.getByRole("complementary")).toContainText(`Logged in as ${newOwner}`);
  await page.goto(link);
  await expect(page.getByText("This link has expired.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create my account" })).toHaveCount(0);
});
