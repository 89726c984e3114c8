import { openAccountMenu } from "./support/admin-list.ts";
import { expect, test, openHydrated } from "./support/fixtures.ts";
import { e2eOwner } from "./support/installation.ts";

/* The sidebar, the dashboard and the lists of quotes. */

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

test("the sidebar leads to the pages, marks the current one and says who is logged in", async ({
  page,
}) => {
  await openHydrated(page, "/admin");
  const sidebar = page.getByRole("complementary");
  const entries = sidebar.getByRole("navigation", { name: "Admin" });
  await expect(entries.getByRole("link", { name: "Inbox" })).toBeInViewport({ ratio: 1 });
  await expect(entries.getByRole("link")).toHaveText([
    "Dashboard",
    /^Diary/,
    /^Quotes/,
    /^AMEB Bookings/,
    /^Money/,
    "Email Templates",
    /^Inbox/,
    "Clients",
    /^Sent Emails/,
    "Newsletter",
    "Services",
    "Hours",
    "Site",
    "Activity",
  ]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Welcome, ${e2eOwner.email}`);
  for (const [name, path, title] of [
    ["Quotes", "/admin/quotes", "All Accepted Quotes"],
    ["Inbox", "/admin/inbox", "Inbox"],
    ["Dashboard", "/admin", `Welcome, ${e2eOwner.email}`],
  ] as const) {
    await entries.getByRole("link", { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(entries.locator("[aria-current=page]:visible")).toContainText(name);
    await expect(sidebar).toContainText(`Logged in as ${e2eOwner.email}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
  await openAccountMenu(page);
  await expect(sidebar.getByRole("link", { name: `Account ${e2eOwner.email}` })).toBeVisible();
  await expect(sidebar.getByRole("link", { name: "Back to Site" })).toHaveAttribute("href", "/");
  await expect(sidebar.getByRole("button", { name: "Logout" })).toBeVisible();
});

test("the whole row of a quote leads to it, in a new tab by middle click too", async ({
  page,
  context,
  installation,
}) => {
  const quote = installation.nextQuote();
  const to = new RegExp(`/admin/quotes/${quote.id}$`);
  await openHydrated(page, `/admin/quotes?show=pending&q=${quote.clientName}`);
  const cell = page.getByRole("main").getByText(quote.clientName, { exact: true });
  const opened = context.waitForEvent("page");
  // The link is stretched over the cell.
  await cell.click({ button: "middle", force: true });
  await expect(await opened).toHaveURL(to);
  await page.bringToFront();
  await cell.click({ force: true });
  await expect(page).toHaveURL(to);
  await page.goBack();
  await page.getByRole("row", { name: quote.clientName }).locator("time").first().click();
  await expect(page).toHaveURL(to);
});

test("the dashboard names who waits with what to do, and shows figures, links and the latest quotes", async ({
  page,
}) => {
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

  const main = page.getByRole("main");
  for (const [name, line] of [
    ["Total Invoices", "All accepted quotes"],
    ["Total Revenue", /^[+−]A\$[\d,]+\.\d\d \([+−]\d+%\) since last month$/],
    ["Active Users", "Currently logged in"],
  ] as const) {
    const card = main
      .locator("dl > div")
      .filter({ has: page.getByRole("term").filter({ hasText: name }) });
    await expect(card.getByRole("definition").last()).toHaveText(line);
  }
  await expect(
    main.locator("dl > div").filter({ hasText: "Active Users" }).getByRole("definition").first(),
  ).toHaveText(/^[1-9]\d*$/);
  const table = main.getByRole("table").first();
  await expect(table.getByRole("columnheader")).toHaveText([
    "Client Name",
    "Quote Type",
    "Event Date",
    "Amount",
    "Accepted On",
  ]);
  await expect(table.getByRole("row").nth(1).getByRole("cell").last()).toHaveText(
    /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/,
  );
  await expect(table.getByRole("link").first()).toHaveAttribute(
    "href",
    /^\/admin\/quotes\/[\da-f-]{36}$/,
  );
  await expect(main.getByRole("heading", { name: "Quick Actions" })).toBeVisible();
  await main.getByText("Show as table").click();
  await expect(main.getByRole("table", { name: "Revenue by month" }).getByRole("row")).toHaveCount(
    13,
  );
  await main.getByRole("link", { name: "View All Quotes" }).click();
  await expect(page).toHaveURL("/admin/quotes");
});
