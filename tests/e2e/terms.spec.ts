import type { Page } from "@playwright/test";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import {
  expect,
  hydrated,
  phone,
  testOnOwnSite,
  wideScreen,
  withAndWithoutScripts,
} from "./support/fixtures.ts";

/* Days that are closed together, and terms to repeat lessons in. */

const test = testOnOwnSite("no rows");

async function open(page: Page, path: string, scripts: boolean): Promise<void> {
  await page.goto(path);
  if (scripts) await hydrated(page);
}

const press = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();
const said = (page: Page, text: string) =>
  expect(page.getByRole("main").getByRole("status").filter({ hasText: text })).toBeVisible();

withAndWithoutScripts((scripts) => {
  test.use({ viewport: scripts ? phone : wideScreen });

  test("a public holiday is closed, and lessons can repeat to the end of a term", async ({
    page,
    guard,
    signInAsOwner,
  }) => {
    guard.expectConsole(/422|Tick at least one day/);
    await signInAsOwner();
    await open(page, "/admin/hours", scripts);
    const days = page.getByRole("region", { name: "Single days" });
    await days.getByText("Close on public holidays").click();
    const ticks = days.getByRole("checkbox");
    const last = days
      .getByRole("listitem")
      .filter({ has: page.getByRole("checkbox") })
      .last();
    const name = (await last.innerText()).replace(/^.*\d /u, "");
    for (let index = (await ticks.count()) - 2; index >= 0; index--)
      await ticks.nth(index).uncheck();
    await ticks.last().uncheck();
    await press(page, "Close on These");
    await expect(days.getByText("Tick at least one day.")).toBeVisible();
    if (!scripts) await days.getByText("Close on public holidays").click();
    for (const tick of (await ticks.all()).slice(0, -1)) await tick.uncheck();
    await ticks.last().check();
    await press(page, "Close on These");
    await said(page, "Closed on these days.");
    await expect(days.getByRole("listitem").filter({ hasText: name }).first()).toContainText(
      "closed",
    );
    const terms = page.getByRole("region", { name: "Terms" });
    await terms.getByText("Add a term").click();
    await press(page, "Save term");
    await expect(terms.getByText("Give it a name, such as Term 1, 2027.").last()).toBeVisible();
    const today = melbourneDay(new Date());
    const term = scripts ? "Term A" : "Term B";
    await terms.getByLabel("Name").fill(term);
    await terms.getByLabel("First day").fill(today);
    await terms.getByLabel("Last day").fill(addDays(today, 60));
    await press(page, "Save term");
    await said(page, "Term added.");
    await open(page, "/admin/diary/new", scripts);
    await page.getByLabel("Repeats").selectOption("Every week");
    const end = page.getByLabel("Or to the end of");
    await expect(end.getByRole("option", { name: new RegExp(term) })).toHaveCount(1);
    await open(page, "/admin/hours", scripts);
    await terms.getByRole("button", { name: `Remove ${term}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await said(page, "Term removed.");
  });
});
