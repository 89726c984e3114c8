import { examDate, sendEnquiry } from "./support/admin-page.ts";
import { expect, test } from "./support/fixtures.ts";

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

test("the dashboard shows figures, links and the latest quotes", async ({ page }) => {
  await page.goto("/admin");
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

test("the calendar link with exams and events is shown once, and works", async ({ page }) => {
  const family = await sendEnquiry(page);
  await page.goto("/admin/calendar");
  await page.getByRole("button", { name: /^Create (your|a new) link$/ }).click();
  const link = await page.getByLabel("Copy it now; it won't be shown again.").inputValue();
  const feed = await page.request.get(link);
  expect([feed.status(), feed.headers()["content-type"]]).toEqual([
    200,
    "text/calendar; charset=utf-8",
  ]);
  expect((await feed.text()).replaceAll("\r\n ", "")).toMatch(
    new RegExp(
      `DTSTART;TZID=Australia/Melbourne:${examDate.replaceAll("-", "")}T104000[\\s\\S]*${family.name}`,
    ),
  );
  const another = link.replace(/(.)\.ics$/, (_, last) => (last === "_" ? "-.ics" : "_.ics"));
  expect((await page.request.get(another)).status()).toBe(404);
});
