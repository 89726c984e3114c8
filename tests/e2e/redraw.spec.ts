import type { Page } from "@playwright/test";
import { slideShown } from "./support/carousel.ts";
import { expect, hydrated, phone, test } from "./support/fixtures.ts";
import { holdRequests, scriptsOnly } from "./support/guard.ts";
import { addOns, expectedSums, expectSums } from "./support/quote-page.ts";

/* React draws a page anew where a browser has translated it or an extension has put in elements. */

test.beforeEach(({ guard }) => guard.expectConsole(/^info: React drew the page anew:/));

/** What a translating browser does: each text goes into two new elements. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walk.nextNode()) texts.push(walk.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement!.matches("script, style, textarea, option"))
        continue;
      const outer = document.createElement("font");
      const inner = document.createElement("font");
      inner.textContent = text.data.toUpperCase();
      outer.append(inner);
      text.replaceWith(outer);
    }
  });

/** Opens a page whose scripts are on their way. */
async function open(page: Page, path: string) {
  const scripts = await holdRequests(page, scriptsOnly);
  await page.goto(path);
  return async () => {
    await scripts.release();
    await hydrated(page);
  };
}

test("what was typed before a page is drawn anew stays, with the focus", async ({ page }) => {
  const hydrate = await open(page, "/");
  await translate(page);
  const main = page.getByRole("main");
  await main.locator("#message").fill("Do you teach adults?");
  const name = main.locator("#name");
  await name.focus();
  await page.keyboard.type("Ada");
  await page.keyboard.press("ArrowLeft");
  await hydrate();
  await expect(name).toBeFocused();
  await page.keyboard.type("-");
  await expect(name).toHaveValue("Ad-a");
  await expect(main.locator("#message")).toHaveValue("Do you teach adults?");
});

test("a translated quote keeps its ticks and its name, and its total follows them", async ({
  page,
  quote,
}) => {
  const hydrate = await open(page, quote.link);
  const total = page.locator("dl").filter({ hasText: "50% deposit" });
  const extraHour = page.getByRole("checkbox", { name: addOns.extraHour });
  const name = page.getByLabel("Your full name");
  await extraHour.focus();
  await translate(page);
  await page.locator("[name=wantsExtraHour]").check();
  await page.locator("#clientName").fill("Another Name");
  await hydrate();
  await expect(extraHour).toBeChecked();
  await expect(name).toHaveValue("Another Name");
  await expect(name).toBeFocused();
  await expect(total).toBeVisible();
  await expectSums(page, expectedSums[1]!);
});

test("a filled login stays where a password manager has put in its icons", async ({ page }) => {
  const hydrate = await open(page, "/login");
  await page.locator("#email").fill("ada@visitor.example");
  await page.locator("#password").fill("correct horse battery");
  await page.evaluate(() => {
    for (const field of document.querySelectorAll("#email, #password"))
      field.after(document.createElement("div"));
  });
  await page.mouse.move(5, 5);
  await hydrate();
  await expect(page.locator("#email")).toHaveValue("ada@visitor.example");
  await expect(page.locator("#password")).toHaveValue("correct horse battery");
});

test.describe("on a phone", () => {
  test.use({ viewport: phone });

  test("a carousel's click and a dialog that was opened count once a translated page is drawn anew", async ({
    page,
  }) => {
    const hydrate = await open(page, "/");
    await translate(page);
    await page.getByRole("button", { name: "Next testimonial" }).click();
    await page.locator("main [command=show-modal]").first().click();
    await hydrate();
    const dialog = page.getByRole("dialog", { name: "Book a Discovery Session" });
    await expect(dialog.locator("iframe")).toBeVisible();
    await expect.poll(() => slideShown(page)).toBe(1);
  });
});
