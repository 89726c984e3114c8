import type { Page } from "@playwright/test";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { expect, hydrated, ownerTest as test, phone } from "./support/fixtures.ts";

/* Days that are closed together, and terms to repeat lessons in. */

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

const press = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();
const said = (page: Page, text: string) =>
  expect(page.getByRole("main").getByRole("status").filter({ hasText: text })).toBeVisible();

test.use({ viewport: phone });

test("a public holiday is closed, and lessons can repeat to the end of a term", async ({
  page,
  signInAsOwner,
}) => {
  await signInAsOwner();
  await open(page, "/admin/hours");
  const days = page.getByRole("region", { name: "Single days" });
  await days.getByText("Close on public holidays").click();
  const ticks = days.getByRole("checkbox");
  const last = days
    .getByRole("listitem")
    .filter({ has: page.getByRole("checkbox") })
    .last();
  const name = (await last.innerText()).replace(/^.*\d /u, "");
  for (let index = (await ticks.count()) - 2; index >= 0; index--) await ticks.nth(index).uncheck();
  await press(page, "Close on These");
  await said(page, "Closed on these days.");
  await expect(days.getByRole("listitem").filter({ hasText: name }).first()).toContainText(
    "closed",
  );
  const terms = page.getByRole("region", { name: "Terms" });
  await terms.getByText("Add a term").click();
  const today = melbourneDay(new Date());
  const term = "Term A";
  await terms.getByLabel("Name").fill(term);
  await terms.getByLabel("First day").fill(today);
  await terms.getByLabel("Last day").fill(addDays(today, 60));
  await press(page, "Save term");
  await said(page, "Term added.");
  await open(page, "/admin/diary/new");
  await page.getByLabel("Repeats").selectOption("Every week");
  const end = page.getByLabel("Or to the end of");
  await expect(end.getByRole("option", { name: new RegExp(term) })).toHaveCount(1);
  await open(page, "/admin/hours");
  await terms.getByRole("button", { name: `Remove ${term}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await said(page, "Term removed.");
});
