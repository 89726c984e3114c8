import { expectAccessible } from "./support/axe.ts";
import { expect, onEachScreen, phone, test } from "./support/fixtures.ts";

/* Booking a session as visitors do. */

test.describe("with JavaScript off, on a phone", () => {
  test.use({ javaScriptEnabled: false, viewport: phone });

  test("a session is booked by links and a form", async ({ page }) => {
    await page.goto("/book");
    await page.getByRole("link", { name: /^AMEB rehearsal/ }).click();
    await page.getByRole("link", { name: /^45 minutes/ }).click();
    await page.getByRole("link", { name: "Next week" }).click();
    await page.getByText("Change time zone").click();
    await page.getByLabel("Where are you?").selectOption("Asia/Tokyo");
    await page.getByRole("button", { name: "Show times there" }).click();
    await expect(page.getByText("Times in Tokyo")).toBeVisible();
    await page.locator('ol a[href*="Z?zone="]').first().click();
    await expect(page.getByText("Melbourne (")).toBeVisible();
    await page.getByLabel("Your name").fill("Nora Noscript");
    await page.getByLabel("Email").fill("nora@visitor.example");
    // Nobody fills in a form within a second.
    await expect
      .poll(() => page.evaluate(() => performance.now()), { timeout: 5_000 })
      .toBeGreaterThan(1_400);
    await page.getByRole("button", { name: "Book this time" }).click();
    await expect(page).toHaveURL(/\/appointments\/[\w-]{22}\?booked/);
    await expect(page.getByRole("heading", { name: "You're booked" })).toBeVisible();
  });
});

test("the home page's button books a discovery session in its dialog", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Book a Discovery Session" }).click();
  const frame = page.getByTitle("Calendar: 30-minute discovery session").contentFrame();
  await frame.locator('ol a[href*="Z"]').first().click();
  await frame.getByLabel("Your name").fill("Dora Discovers");
  await frame.getByLabel("Email").fill("dora@visitor.example");
  await expect
    .poll(() => frame.locator("body").evaluate(() => performance.now()))
    .toBeGreaterThan(1_400);
  await frame.getByRole("button", { name: "Book this time" }).click();
  await expect(frame.getByRole("heading", { name: "You're booked" })).toBeVisible();
  await expect(page).toHaveURL("/");
});

test.describe("in London", () => {
  test.use({ timezoneId: "Europe/London" });

  test("the zone is found once, and Back leads to where one came from", async ({ page, guard }) => {
    await page.goto("/book");
    await page.goto("/book/voice-piano/30-minutes");
    await expect(page).toHaveURL("/book/voice-piano/30-minutes?zone=Europe%2FLondon");
    await expect(page.getByText("Times in London")).toBeVisible();
    await page.getByText("Change time zone").click();
    await page.getByLabel("Where are you?").selectOption("Australia/Melbourne");
    await page.getByRole("button", { name: "Show times there" }).click();
    await expect(page.getByText("Times in Melbourne")).toBeVisible();
    await page.goBack();
    await expect(page.getByText("Times in London")).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/book");
    const weeks = guard.requests.filter(({ path }) => path.startsWith("/book/voice-piano/30"));
    expect(weeks.length).toBeLessThanOrEqual(4);
  });

  test("the links of the pages before it name the zone", async ({ page }) => {
    await page.goto("/book/voice-piano");
    await page.getByRole("link", { name: /^30 minutes/ }).click();
    await expect(page).toHaveURL("/book/voice-piano/30-minutes?zone=Europe%2FLondon");
  });
});

onEachScreen(() => {
  test("booking pages are accessible, with mistakes too", async ({ page, guard }) => {
    guard.expectConsole(/status of (422|404)/);
    for (const path of [
      "/book",
      "/book/voice-piano",
      "/book/nothing",
      "/book/presence/45-minutes",
    ]) {
      await page.goto(path);
      await expectAccessible(page);
    }
    await page.locator('ol a[href*="Z"]').first().click();
    await expectAccessible(page);
    await page.getByLabel("Your name").fill("A");
    await page.getByLabel("Email").fill("a@visitor.example");
    await page.getByRole("button", { name: "Book this time" }).click();
    await expect(page.getByText("There is a problem")).toBeVisible();
    await expectAccessible(page);
  });
});
