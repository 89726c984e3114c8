import type { Page } from "@playwright/test";
import { wordsOf } from "#app/content/state.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { sitePublications, storedDocuments } from "#app/server/database/tables.server.ts";
import { expect, hydrated, testOnOwnSite, withAndWithoutScripts } from "./support/fixtures.ts";
import { e2eOwner } from "./support/installation.ts";
import { toastWith } from "./support/toasts.ts";

/* What was published belongs to a whole site: these tests have one, and each a document of its own. */

const { coaching, about } = wordsOf({});
const states = {
  coaching: ["Sing, play and speak.", "Sing, play or speak."].map((intro) => ({
    ...coaching,
    intro,
  })),
  about: ["I teach by listening.", "I teach by ear."].map((heading) => ({ ...about, heading })),
};

async function prepare(db: Db): Promise<void> {
  const actor = e2eOwner.email;
  for (const [document, [first, second]] of Object.entries(states)) {
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 3, 5, minute));
    await db.insert(sitePublications).values([
      { document, actor, at: at(12), before: null, after: first },
      { document, actor, at: at(40), before: first, after: second },
    ]);
    const stored = { published: second, version: 2, updatedAt: at(40), updatedBy: actor };
    await db.insert(storedDocuments).values({ name: document, ...stored });
  }
}

const test = testOnOwnSite("no rows", prepare);

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

const entries = (page: Page) => page.getByRole("main").locator("ol > li");

async function publicText(page: Page, path: string): Promise<string> {
  return (await page.request.get(path)).text();
}

withAndWithoutScripts((scripts) => {
  const [document, first, second] = scripts
    ? (["coaching", "Sing, play and speak.", "Sing, play or speak."] as const)
    : (["about", "I teach by listening.", "I teach by ear."] as const);

  test("earlier words are compared, put back after a question, and undone", async ({ page }) => {
    await page.goto(`/admin/site/history?document=${document}`);
    if (scripts) await hydrated(page);
    await expect(entries(page)).toHaveCount(2);
    await expect(entries(page).first()).toContainText("Public now");
    await entries(page).first().getByText("1 change").click();
    await expect(entries(page).first().locator("ins")).toBeVisible();
    await expect(entries(page).first().locator("del")).toBeVisible();
    expect(await publicText(page, `/${document}`)).toContain(second);

    await entries(page).last().getByRole("button", { name: "Put back" }).click();
    await page.getByRole("button", { name: "Yes, put it back" }).click();
    await expect(entries(page)).toHaveCount(3);
    await expect(entries(page).first()).toContainText("Put back to Tue 3 Nov");
    expect(await publicText(page, `/${document}`)).toContain(first);

    if (scripts) {
      await expect(toastWith(page, "Put back. Visitors see it now.")).toBeVisible();
      await page.locator("[data-toasts]").getByRole("button", { name: "Undo" }).click();
    } else
      await page
        .getByRole("main")
        .getByRole("status")
        .getByRole("button", { name: "Undo" })
        .click();
    await expect(entries(page)).toHaveCount(4);
    expect(await publicText(page, `/${document}`)).toContain(second);
  });
});

test("the search leads to what edits a page, and a sample to its field", async ({ page }) => {
  await page.goto("/admin");
  await hydrated(page);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("edit about");
  await page.getByRole("dialog").getByRole("link", { name: "Edit About" }).click();
  await expect(page).toHaveURL("/admin/site/about");
  await page.goto("/admin");
  await page.getByRole("link", { name: /^\d+ samples$/ }).click();
  await page.getByText(/^\d+ samples still public$/).click();
  await page.getByRole("link", { name: "Home › Opening › Headline" }).click();
  await expect(page).toHaveURL("/admin/site/home#hero.headline");
  await expect(page.getByLabel("Headline")).toBeInViewport();
});
