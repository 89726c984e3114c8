import { expectAccessible } from "./support/axe.ts";
import { decideAndConfirm, expectStatus, submitSignIn } from "./support/admin-list.ts";
import {
  wideScreen,
  expect,
  hydrated,
  onEachScreen,
  test,
  hydrateByMoving,
} from "./support/fixtures.ts";
import { enquiry } from "./support/installation.ts";
import { acceptButton, acceptTick, tickAddOns } from "./support/quote-page.ts";
import { toastWith } from "./support/toasts.ts";

onEachScreen(({ width }) => {
  test("the home page is accessible once hydrated", async ({ page }) => {
    await page.goto("/");
    await hydrateByMoving(page);
    await page.evaluate(() => scrollTo({ top: 2000, behavior: "instant" }));
    await expect(page.getByRole("button", { name: "Scroll to top" })).toBeVisible();
    await expectAccessible(page);
  });

  test("the contact form is accessible with mistakes, and after sending", async ({ page }) => {
    await page.goto("/");
    await hydrateByMoving(page);
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("Name must be at least 2 characters.")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Name", { exact: true }).fill("Ada Visitor");
    await page.getByLabel("Email", { exact: true }).fill("ada@visitor.example");
    await page.getByLabel("Message", { exact: true }).fill("Is this accessible as well?");
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(toastWith(page, "Your message has been sent!")).toBeVisible();
    await expectAccessible(page);
  });

  test("the menu is accessible while it is open", async ({ page }) => {
    await page.goto("/");
    await page
      .getByRole("button", { name: width < wideScreen.width ? "Open main menu" : "Theme" })
      .click();
    await expect(page.getByRole("radio", { name: "Dark" })).toBeVisible();
    await expectAccessible(page);
  });

  test("the discovery dialog is accessible while it is open", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Book a Discovery Session" }).click();
    const dialog = page.getByRole("dialog", { name: "Book a Discovery Session" });
    await expect(
      dialog.locator("iframe").contentFrame().getByRole("heading", { level: 1 }),
    ).toBeVisible();
    await expect(dialog.getByText("Loading calendar...")).toBeHidden();
    await expectAccessible(page);
  });

  test("a quote is accessible while it is pending, with mistakes, and once it is accepted", async ({
    page,
    quote,
  }) => {
    await page.goto(quote.link);
    await hydrateByMoving(page);
    await expectAccessible(page);
    await tickAddOns(page, { rehearsal: true, extraHour: true });
    await page.getByLabel("Your email").fill("ada@");
    await acceptTick(page).focus();
    await acceptTick(page).blur();
    await expect(page.getByText("You must accept the quote to proceed.")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Your email").fill(quote.clientEmail);
    await acceptTick(page).check();
    await acceptTick(page).blur();
    await acceptButton(page).click();
    await expect(
      page.getByRole("heading", { name: "Thank You for Your Acceptance!" }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.goto(quote.link);
    await expect(page.getByRole("heading", { name: "Accepted. Thank you." })).toBeVisible();
    await expectAccessible(page);
  });

  test("empty pages and errors are accessible", async ({ page, guard }) => {
    guard.expectConsole(/status of 404/);
    for (const path of ["/nothing/is-here", "/quotes/nobody-was-ever-sent-this", "/quotes"]) {
      await page.goto(path);
      await expectAccessible(page);
    }
  });

  test("the login is accessible, with mistakes and after a wrong password too", async ({
    page,
    guard,
  }) => {
    guard.expectConsole(/status of 401/);
    await page.goto("/login");
    await expectAccessible(page);
    await hydrateByMoving(page);
    await submitSignIn(page, { email: "owner", password: "" });
    await expect(page.getByText("Please enter your password.")).toBeVisible();
    await expectAccessible(page);
    await submitSignIn(page, { email: "nobody@elsewhere.example", password: "not the password" });
    await expect(page.getByText("Invalid email or password")).toBeVisible();
    await expectAccessible(page);
  });

  test("a set-up link's page is accessible, with a valid and an invalid link", async ({
    page,
    guard,
    installation,
  }) => {
    guard.expectConsole(/status of 410/);
    await page.goto(installation.setupLink);
    await expect(page.getByLabel("New password")).toBeVisible();
    await expectAccessible(page);
    await page.goto("/login/setup?token=spent");
    await expect(page.getByText("This link has expired.")).toBeVisible();
    await expectAccessible(page);
  });

  test("the admin's dashboard, list of quotes, inbox and not-found page are accessible", async ({
    page,
    guard,
    signInAsOwner,
  }) => {
    guard.expectConsole(/status of 404/);
    await signInAsOwner();
    for (const path of [
      "/admin",
      "/admin/quotes",
      "/admin/inbox",
      `/admin/inbox/${enquiry.id}`,
      "/admin/unknown",
      "/admin/quotes/1",
    ]) {
      await page.goto(path);
      await expect(page.getByRole("complementary")).toContainText("Logged in as");
      await expectAccessible(page);
    }
  });

  test("a quote in the admin is accessible before and after its decision", async ({
    page,
    quote,
    signInAsOwner,
  }) => {
    await signInAsOwner();
    await page.goto(`/admin/quotes/${quote.id}`);
    await hydrated(page);
    await expectAccessible(page);
    await decideAndConfirm(page, "Accept");
    await expectStatus(page, "Accepted");
    await expect(toastWith(page, "Quote status updated to accepted")).toBeVisible();
    await expectAccessible(page);
  });

  test("the admin is accessible while there is nothing in it", async ({
    page,
    context,
    guard,
    emptyInstallation,
  }) => {
    const { site, ownerCookies } = emptyInstallation;
    guard.allow(site.url);
    await context.addCookies(ownerCookies);
    for (const [path, words] of [
      ["/admin", "Welcome"],
      ["/admin/quotes", "No accepted quotes found yet."],
      ["/admin/quotes?show=pending", "No pending quotes found."],
      ["/admin/inbox", "No new messages."],
      ["/admin/inbox?show=quarantine", "Nothing looks like spam."],
      ["/admin/newsletter", "No subscribers yet."],
    ] as const) {
      await page.goto(site.url + path);
      await expect(page.getByRole("main").getByText(words)).toBeVisible();
      await expectAccessible(page);
    }
  });
});
