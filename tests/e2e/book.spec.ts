import { melbourneDay, wallTime } from "#app/values/calendar.ts";
import { readStartPath } from "#app/values/start-path.ts";
import { clockTime } from "#app/values/time-of-day.ts";
import { emailTo } from "#tests/support/emails.ts";
import { readInvitation } from "#tests/support/invitation.ts";
import { expect, phone, test, wideScreen } from "./support/fixtures.ts";

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

test.describe("with JavaScript off, on a wide screen", () => {
  test.use({ javaScriptEnabled: false, viewport: wideScreen });

  test("a day is chosen in the month, its times stay for another length, and one is booked", async ({
    page,
  }) => {
    await page.goto("/book/presence");
    await page.getByRole("link", { name: /^60 minutes/ }).click();
    await page.getByRole("navigation", { name: "Months" }).getByRole("link").last().click();
    const days = page.getByRole("table").getByRole("link");
    const label = (await days.nth(1).getAttribute("aria-label"))!;
    const [, name, count] = /^(.*), (\d+) times?$/.exec(label)!;
    const day = days.and(page.getByLabel(label, { exact: true }));
    await day.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    await expect(day).toHaveAttribute("aria-current", "true");
    const times = page.locator("ol").getByRole("link");
    await expect(times).toHaveCount(Number(count));
    // The keyboard goes on at the times, past the month.
    await page.keyboard.press("Tab");
    await expect(times.first()).toBeFocused();
    const lengths = page.getByRole("navigation", { name: "Lengths" });
    await lengths.getByRole("link", { name: /^30 minutes/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/30 minutes$/);
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    await times.last().click();
    await page.getByLabel("Your name").fill("Wilma Wide");
    await page.getByLabel("Email").fill("wilma@visitor.example");
    await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(1_400);
    await page.getByRole("button", { name: "Book this time" }).click();
    await expect(page.getByRole("heading", { name: "You're booked" })).toBeVisible();
  });
});

test("the home page's button books a session that stands in the owner's diary and in calendars", async ({
  page,
  installation: { mail },
  signInAsOwner,
}) => {
  const [name, address] = ["Dora Discovers", "dora@visitor.example"];
  await page.goto("/");
  await page.getByRole("button", { name: "Book a Discovery Session" }).click();
  const place = page.getByTitle("Calendar: 30-minute discovery session").contentFrame();
  const time = place.locator('ol a[href*="Z"]').first();
  await expect(time).toBeVisible();
  const start = readStartPath(/\d{8}T\d{4}Z/.exec((await time.getAttribute("href"))!)![0])!;
  await time.click();
  await place.getByLabel("Your name").fill(name);
  await place.getByLabel("Email").fill(address);
  await expect
    .poll(() => place.locator("body").evaluate(() => performance.now()))
    .toBeGreaterThan(1_400);
  await place.getByRole("button", { name: "Book this time" }).click();
  await expect(place.getByRole("heading", { name: "You're booked" })).toBeVisible();
  await expect(page).toHaveURL("/");

  const email = await emailTo(mail, address, /You're booked: Discovery session/);
  const file = email.attachments.find(({ mimeType }) => mimeType === "text/calendar");
  const invitation = readInvitation(new TextDecoder().decode(file!.content as ArrayBuffer));
  expect(invitation).toMatchObject({
    method: "REQUEST",
    status: "CONFIRMED",
    summary: "Discovery session",
    start,
    attendees: [`mailto:${address}`],
  });

  await signInAsOwner();
  await page.goto(`/admin/diary?view=agenda&day=${melbourneDay(start)}`);
  const entry = page.getByRole("main").getByRole("link", { name: new RegExp(name) });
  await expect(entry).toContainText("Discovery session");
  await expect(entry).toContainText(clockTime(wallTime(start).slice(11, 16)).slice(0, -2));
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
    // The links of the pages before it name the zone.
    await page.goto("/book/voice-piano");
    await page.getByRole("link", { name: /^30 minutes/ }).click();
    await expect(page).toHaveURL("/book/voice-piano/30-minutes?zone=Europe%2FLondon");
  });
});
