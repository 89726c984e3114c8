import { content } from "../../app/content/content.ts";
import {
  wideScreen,
  expect,
  phone,
  test,
  hydrateByMoving,
  openAndMove,
} from "./support/fixtures.ts";
import { holdRequests } from "./support/guard.ts";

const { booking } = content();

/* What holds on every public page, and what is particular to some. */

test("a booking page shows its calendar in a frame 800 px high, and a spinner until it loads", async ({
  page,
}) => {
  await page.goto("/book-voice-piano");
  const frame = page.locator("iframe");
  await expect(frame).toHaveAttribute("src", "/book/voice-piano");
  await expect(frame).toHaveAttribute("title", /Calendar/);
  await expect(frame).toHaveAttribute("height", "800");
  await expect.poll(async () => (await frame.boundingBox())?.height).toBe(800);
  await expect(page.getByText("Loading calendar...")).toBeHidden();
  await expect(
    page.frameLocator("iframe").getByRole("heading", { name: "How long would you like?" }),
  ).toBeVisible();
  await expect(page.getByText(booking.card.text)).toBeHidden();
  await expect(
    page.getByRole("link", { name: "Open the calendar on its own page" }),
  ).toHaveAttribute("href", "/book/voice-piano");
});

test("a calendar loads after the first paint", async ({ page, guard }) => {
  // A browser that never tells of its paints, until the test does.
  await page.addInitScript(() => void (PerformanceObserver.prototype.observe = () => {}));
  await page.goto("/book-voice-piano", { waitUntil: "load" });
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  const asked = () => guard.requests.some(({ path }) => path === "/book/voice-piano");
  expect(asked()).toBe(false);
  await page.evaluate(() => (document.documentElement.dataset.painted = ""));
  await expect.poll(asked).toBe(true);
  await expect(
    page.frameLocator("iframe").getByRole("heading", { name: "How long would you like?" }),
  ).toBeVisible();
});

test("the first picture of a page loads on a phone without waiting for layout", async ({
  page,
}) => {
  await page.setViewportSize(phone);
  for (const path of [
    "/",
    "/coaching",
    "/ameb-accompanying",
    "/projects-resources",
    "/music-director-pianist",
    "/voice-piano-services",
  ])
    await test.step(path, async () => {
      await page.goto(path);
      const first = page.locator("main img").first();
      await expect(first).toBeInViewport();
      await expect(first).toHaveAttribute("fetchpriority", "high");
      expect(await first.getAttribute("loading")).toBeNull();
    });
});

test("a calendar that does not load is offered as a plain link after ten seconds", async ({
  page,
}) => {
  const frame = await holdRequests(
    page,
    ({ url }) => new URL(url).pathname === "/book/voice-piano",
  );
  // The frame holds the load event back as well.
  await page.goto("/book-voice-piano", { waitUntil: "domcontentloaded" });
  const link = page.getByRole("link", {
    name: "The calendar is slow today. Open it on its own page.",
  });
  const waitFor = (milliseconds: number) =>
    page.evaluate(
      (time) =>
        document
          .querySelector(".embed-late")!
          .getAnimations()
          .forEach((animation) => {
            // Stopped first: a busy machine may take longer over a look than is left.
            animation.pause();
            animation.currentTime = time;
          }),
      milliseconds,
    );
  await expect(page.getByText("Loading calendar...")).toBeVisible();
  await waitFor(9_900);
  await expect(link).toBeHidden();
  await waitFor(10_000);
  await expect(link).toBeVisible();
  await expect(link).toHaveAttribute("href", "/book/voice-piano");
  await frame.release();
  await expect(link).toBeHidden();
});

test("an invalid scheduler link is logged, shows no spinner and says what to do", async ({
  page,
  guard,
}) => {
  guard.expectConsole(/Invalid calendar link: not a link/);
  // As a mistake in the words would arrive: in the file that the application reads.
  await page.route("**/content/*.json", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace('"presence":"own"', '"presence":"not a link"'),
    });
  });
  await openAndMove(page, "/coaching");
  const said = page.waitForEvent("console", (message) => message.type() === "error");
  await page.getByRole("link", { name: "Book presence and communication" }).click();
  await expect(
    page.getByText("The calendar can't be shown here. Email me and we'll find a time."),
  ).toBeVisible();
  await expect(page.getByText("Loading calendar...")).not.toBeAttached();
  expect((await said).text()).toBe("Invalid calendar link: not a link");
});

test("a new page starts at its top, Back restores, and a hash leads to its target below the header", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openAndMove(page, "/");
  await page.getByRole("link", { name: "View Full Bio" }).click();
  await expect(page).toHaveURL("/about");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
  for (const [address, id] of [
    ["/about#embodied-approach", "embodied-approach"],
    ["/voice-piano-services#pricing", "pricing"],
    ["/ameb-accompanying#ameb-booking-form", "ameb-booking-form"],
  ] as const) {
    await page.goto(address);
    const isBelowHeader = () =>
      page.evaluate((target) => {
        const top = Math.round(document.getElementById(target)!.getBoundingClientRect().top);
        return top >= 60 && top < 200;
      }, id);
    await expect.poll(isBelowHeader, address).toBe(true);
  }
});

test.describe("the live piano gallery", () => {
  test("is in the first view with the price and the way to enquire, and shows the chosen picture", async ({
    page,
  }) => {
    await page.goto("/live-piano-services");
    for (const viewport of [phone, wideScreen, { width: 1440, height: 700 }]) {
      await page.setViewportSize(viewport);
      for (const part of [
        page.getByText("An evening from A$1,200"),
        page.getByRole("link", { name: "Enquire now" }),
        page.locator(".gallery-picture:visible img"),
        page.locator(".gallery-thumb").first(),
      ])
        await expect(part).toBeInViewport({ ratio: 1 });
    }

    const shown = page.locator(".gallery-picture:visible img");
    await expect(shown).toHaveAttribute("alt", /garden/);
    await page.locator(".gallery-thumb").nth(2).click();
    await expect(shown).toHaveAttribute("alt", /Hands/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(shown).toHaveAttribute("alt", /dusk/);
    await page.keyboard.press("ArrowRight");
    await expect(shown).toHaveAttribute("alt", /garden/);
    await expect(page.locator(".gallery-thumb").first()).toHaveCSS("outline-style", "solid");
    await hydrateByMoving(page);
    await page.getByRole("button", { name: "Previous picture" }).click();
    await expect(shown).toHaveAttribute("alt", /dusk/);
  });

  test.describe("with JavaScript off", () => {
    test.use({ javaScriptEnabled: false });
    test("shows the chosen picture all the same", async ({ page }) => {
      await page.goto("/live-piano-services");
      await page.locator(".gallery-thumb").nth(3).click();
      await expect(page.locator(".gallery-picture:visible img")).toHaveAttribute("alt", /quartet/);
    });
  });
});
