import { expect, ownerTest as test, openHydrated } from "./support/fixtures.ts";
import { button, openEditor as open, openEntry, preview } from "./support/site-editor.ts";

/* How the form of the owner's texts names its fields, folds its parts, and is found. */

test.use({ viewport: { width: 1440, height: 900 } });
test.beforeEach(({ signInAsOwner }) => signInAsOwner());

test("a text names its fields as the editor calls them, and its preview says what they stand for", async ({
  page,
  guard,
}) => {
  guard.expectConsole(/422/);
  await open(page, "livePiano");
  const line = page.getByLabel("Price line");
  await expect(line).toHaveValue("An evening from {{Price of an evening}}");
  await expect(line).toHaveAccessibleDescription("Price of an evening A$1,200");
  await line.fill("I answer within {{Repl time}}");
  await button(page, "Publish").click();
  await expect(page.getByText(/^\{\{Repl time\}\} can't be filled in/).last()).toBeVisible();
  await line.fill("I answer within ");
  await page.getByText("Insert a field").click();
  await button(page, "Reply time").click();
  await expect(line).toHaveValue("I answer within {{Reply time}}");
  await expect(preview(page).getByText("I answer within two working days")).toBeVisible();
});

test("a folded part or entry opens for a link or a message about it, and shows its name above its text", async ({
  page,
  guard,
}) => {
  await test.step("a part", async () => {
    guard.expectConsole(/422/);
    await openHydrated(page, "/admin/site/titles#ameb.title");
    const title = (part: string) =>
      page.getByRole("group", { name: part, exact: true }).getByLabel("Title");
    await expect(title("AMEB")).toBeInViewport();
    const about = page.getByRole("heading", { name: "About" });
    await expect(title("About")).toBeHidden();
    await about.click();
    await title("About").fill("About {{Your first name}}");
    await expect(page.getByRole("region", { name: "Preview" })).toContainText("About Imogen");
    await title("About").fill("");
    await about.click();
    await expect(title("About")).toBeHidden();
    await button(page, "Save draft").click();
    await expect(title("About")).toBeVisible();
  });
  await test.step("one of many entries", async () => {
    guard.expectConsole(/422/);
    await open(page, "projects");
    const entry = (name: string) => page.getByRole("group", { name, exact: true });
    const shop = entry("Sheet music store");
    await expect(shop.locator("summary img")).toBeVisible();
    await expect(shop.getByLabel("Title")).toBeHidden();
    await openEntry(page, "Sheet music store");
    await shop.getByLabel("Title").fill("Scores");
    await openEntry(page, "Sheet music store");
    await expect(shop.getByLabel("Title")).toBeHidden();
    await expect(shop.locator("summary").first()).toContainText("Scores");
    const tracks = entry("Backing tracks");
    await openEntry(page, "Backing tracks");
    await tracks.getByLabel("Title").fill("");
    await openEntry(page, "Backing tracks");
    await button(page, "Save draft").click();
    await expect(tracks.getByLabel("Title")).toBeVisible();
    await expect(shop.getByLabel("Title")).toBeHidden();
  });
  await test.step("an entry without a picture or a sample", async () => {
    await open(page, "privacy");
    await page.getByRole("heading", { name: "Records", exact: true }).click();
    const line = page.locator("summary").filter({ hasText: "Messages and event enquiries" });
    const name = await line.getByText("Messages and event enquiries").last().boundingBox();
    const text = await line.getByText("Your name, email and message").boundingBox();
    expect(name!.width).toBeGreaterThan(100);
    expect(name!.y + name!.height).toBeLessThanOrEqual(text!.y);
  });
});

test("the search leads to what edits a page, and a sample to its field", async ({ page }) => {
  await openHydrated(page, "/admin");
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
