import type { Locator, Page } from "@playwright/test";
import { linkOf } from "#tests/support/appointment-states.ts";
import { expect, phone, testOn } from "./support/fixtures.ts";
import { openStatesSite } from "./support/states-site.ts";

/* A client's appointment behind its link, without scripts and with a calendar of free times. */

const test = testOn(openStatesSite);

const pageOf = (name: string, rest = "") => `/appointments/${linkOf(name)}${rest}`;
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const fact = (page: Page, term: string) =>
  page.locator("dl > div").filter({ hasText: term }).locator("dd");
const textOf = async (place: Locator) => (await place.innerText()).replace(/\s+/g, " ");
/** `4:00–5:00 pm Melbourne (AEDT)`, without its day */
const timeOf = async (page: Page, term: string) =>
  (await textOf(fact(page, term))).split(", ").at(-1)!;

test.use({ viewport: phone });

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a client moves it: from the week to the confirmation", async ({ page }) => {
    await page.goto(pageOf("to-move"));
    const before = await textOf(page.getByRole("main"));
    await page.getByRole("link", { name: "Move it" }).click();
    await expect(heading(page)).toHaveText("Choose a new time");
    await page.getByRole("main").locator("ol").getByRole("link").first().click();
    await expect(heading(page)).toHaveText("Move to this time?");
    expect(before).toContain(await timeOf(page, "Your time now"));
    const wanted = await timeOf(page, "New time");
    await page.getByRole("button", { name: "Move it" }).click();
    await expect(heading(page)).toHaveText("Your new time");
    await expect(page.getByRole("main")).toContainText(wanted);
    await page.goto(pageOf("to-move"));
    await expect(page.getByRole("main")).toContainText(wanted);
  });

  test("a client cancels it after being asked, or keeps it", async ({ page }) => {
    await page.goto(pageOf("to-cancel"));
    await page.getByRole("link", { name: "Cancel it" }).click();
    await page.getByRole("link", { name: "Keep your appointment" }).click();
    await expect(heading(page)).toHaveText("Your appointment");
    await page.getByRole("link", { name: "Cancel it" }).click();
    await page.getByLabel("Anything I should know?").fill("I have a cold.");
    await page.getByRole("button", { name: "Cancel appointment" }).click();
    await expect(heading(page)).toHaveText("Cancelled");
  });
});

test("a client reads its times in another zone", async ({ page }) => {
  await page.goto(pageOf("to-zone"));
  await page.getByText("Change time zone").click();
  await page.getByLabel("Where are you?").selectOption("Asia/Tokyo");
  await page.getByRole("button", { name: "Show times there" }).click();
  for (const time of [/\s[ap]m\sTokyo/, /\s[ap]m\sMelbourne/])
    await expect(page.getByText(time).first()).toBeVisible();
});
