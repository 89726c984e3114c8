import { melbourneDay, shortTime } from "#app/values/calendar.ts";
import { decideAndConfirm, expectStatus, openAccountMenu } from "./support/admin-list.ts";
import { expect, hydrated, onEachScreen, phone, test } from "./support/fixtures.ts";
import { e2eOwner } from "./support/installation.ts";

/* The dashboard, and deciding a quote. */

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

onEachScreen((screen) => {
  test("every page has the sidebar, its title and who is logged in", async ({ page, quote }) => {
    await page.goto("/admin");
    const sidebar = page.getByRole("complementary");
    const entries = sidebar.getByRole("navigation", { name: "Admin" }).getByRole("link");
    await expect(entries.first()).toHaveText(screen === phone ? "Today" : "Dashboard");
    await expect(entries.filter({ hasText: "Inbox" })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Welcome, ${e2eOwner.email}`);
    for (const [path, title] of [
      ["/admin/quotes", "All Accepted Quotes"],
      [`/admin/quotes/${quote.id}`, `Garden reception for ${quote.clientName}`],
      ["/admin/inbox", "Inbox"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await expect(sidebar).toContainText(`Logged in as ${e2eOwner.email}`);
      await openAccountMenu(page);
      await expect(sidebar.getByRole("link", { name: `Account ${e2eOwner.email}` })).toBeVisible();
      await expect(sidebar.getByRole("link", { name: "Back to Site" })).toHaveAttribute(
        "href",
        "/",
      );
      await expect(sidebar.getByRole("button", { name: "Logout" })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
  });

  test("the sidebar links to every page and marks the current one", async ({ page }) => {
    await page.goto("/admin");
    await hydrated(page);
    const entries = page.getByRole("navigation", { name: "Admin" });
    for (const [name, path] of [
      ["Quotes", "/admin/quotes"],
      ["Inbox", "/admin/inbox"],
      [screen === phone ? "Today" : "Dashboard", "/admin"],
    ] as const) {
      await entries.getByRole("link", { name }).click();
      await expect(page).toHaveURL(path);
      await expect(entries.locator("[aria-current=page]:visible")).toContainText(name);
    }
  });
});

test("an unknown quote is not found, whether its id is valid or not", async ({ page, guard }) => {
  guard.expectConsole(/status of 404/);
  for (const id of ["00000000-0000-4000-8000-000000000000", "1"]) {
    const response = await page.goto(`/admin/quotes/${id}`);
    expect(response!.status()).toBe(404);
    await expect(page.getByText("Quote not found.")).toBeVisible();
    await page.getByRole("link", { name: "Back to Quotes" }).click();
    await expect(page).toHaveURL("/admin/quotes");
  }
});

test("the lists show accepted quotes with the newest first, and pending and rejected ones on their tabs", async ({
  page,
  installation,
}) => {
  const { nextQuote } = installation;
  const [pending, rejected] = [nextQuote(), nextQuote()];
  await page.goto(`/admin/quotes/${rejected.id}`);
  await hydrated(page);
  await decideAndConfirm(page, "Reject");
  await expectStatus(page, "Rejected");

  // Whatever other tests have accepted today.
  await page.goto("/admin/quotes?month=2026-03");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Client Name",
    "Quote Type",
    "Event Date",
    "Total Amount",
    "Accepted On",
    "Details",
  ]);
  const rows = await page.getByRole("row").allTextContents();
  const older = rows.findIndex((row) => row.startsWith("Wolfeschlegelstein"));
  const newer = rows.findIndex((row) => row.startsWith("Tomas and Wren"));
  expect(newer).toBeGreaterThan(0);
  expect(older).toBeGreaterThan(newer);
  expect(rows[older]).toContain("N/A");
  expect(rows[newer]).toContain("A$1,550.00");
  const today = melbourneDay(new Date());
  expect(rows[newer]).toContain("Thu 20 Jun 2030");
  expect(rows[newer]).toContain(shortTime(new Date("2026-03-10T02:00:00Z"), today));
  const row = page.getByRole("row", { name: "Tomas and Wren" });
  await expect(row.getByTitle("Thursday, 20 June 2030")).toBeVisible();
  await expect(row.getByTitle("Tuesday, 10 March 2026 at 1:00 pm AEDT")).toBeVisible();

  const named = (name: string) =>
    page.getByRole("link", { name: `View Details of ${name}`, exact: true });
  for (const [tab, there, elsewhere] of [
    ["Pending", pending, rejected],
    ["Rejected", rejected, pending],
  ] as const) {
    await page
      .getByRole("navigation", { name: "Lists of quotes" })
      .getByRole("link", { name: tab })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${tab} Quotes`);
    await expect(page.getByRole("columnheader", { name: "Status" })).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Accepted On" })).toHaveCount(0);
    // There are more than a page of them.
    for (const [name, count] of [
      [there.clientName, 1],
      [elsewhere.clientName, 0],
    ] as const) {
      await page.getByLabel("Search quotes").fill(name);
      await expect(page).toHaveURL(new RegExp(`q=${name.replace(" ", "\\+")}$`));
      await expect(named(name)).toHaveCount(count);
    }
  }
  await page.goto(`/admin/quotes?show=rejected&q=${rejected.clientName}`);
  await named(rejected.clientName).click();
  await expect(page).toHaveURL(`/admin/quotes/${rejected.id}`);
});

test("the whole row of a quote leads to it, in a new tab by middle click too", async ({
  page,
  context,
  installation,
}) => {
  const quote = installation.nextQuote();
  const to = new RegExp(`/admin/quotes/${quote.id}$`);
  await page.goto(`/admin/quotes?show=pending&q=${quote.clientName}`);
  await hydrated(page);
  const cell = page.getByRole("main").getByText(quote.clientName, { exact: true });
  const opened = context.waitForEvent("page");
  // The link is stretched over the cell.
  await cell.click({ button: "middle", force: true });
  await expect(await opened).toHaveURL(to);
  await cell.click({ force: true });
  await expect(page).toHaveURL(to);
  await page.goBack();
  await page.getByRole("row", { name: quote.clientName }).locator("time").first().click();
  await expect(page).toHaveURL(to);
});

test("the dashboard names who waits, with what to do and a link to the rest", async ({ page }) => {
  await page.goto("/admin");
  const group = (name: RegExp) => page.getByRole("main").getByRole("region", { name });
  const enquiry = group(/^New enquiries \d+$/)
    .getByRole("listitem")
    .filter({ hasText: "Piet Lindqvist" });
  await expect(enquiry).toContainText("Do you teach adults who stopped playing at fourteen?");
  await expect(enquiry.getByRole("button", { name: "Reply to Piet Lindqvist" })).toBeVisible();
  const waiting = group(/^Quotes waiting for an answer \d+$/);
  await expect(waiting.getByRole("listitem")).toHaveCount(6);
  await expect(waiting.getByRole("link", { name: /^and \d+ more/ })).toHaveAttribute(
    "href",
    "/admin/quotes?show=pending",
  );
});
