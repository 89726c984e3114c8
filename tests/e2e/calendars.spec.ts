import { content } from "#app/content/content.ts";
import { formatPrice } from "#app/values/money.ts";
import type { Page } from "@playwright/test";
import { accessibilityOptions, expectAccessible, type State } from "./support/axe.ts";
import { links, openWithCalendarsElsewhere, schedulers } from "./support/calendars.ts";
import { expect, phone, test as onPlainSite, testOn, openAndMove } from "./support/fixtures.ts";
import { holdRequests } from "./support/guard.ts";

const { booking, prices } = content();
/*
 * Calendars of other sites, and those that do not come: a card of ours stands in its place. The guard fails a test in
 * which the browser asks for one of them nevertheless.
 */

const test = testOn(openWithCalendarsElsewhere);

test("a booking page whose scheduler denies framing ends in the card, which leads to the contact form", async ({
  page,
}) => {
  const check = await holdRequests(page, ({ url }) => new URL(url).pathname === "/frame-check");
  await page.goto("/book-voice-piano");
  await expect(page.getByText("Loading calendar...")).toBeVisible();
  await check.release();
  await expect(page.getByText("Loading calendar...")).toBeHidden();
  await expect(page.locator("iframe")).toBeHidden();
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: booking.card.heading })).toBeVisible();
  for (const { minutes, price } of prices.coachingSessions) {
    const entry = main.locator("dl > div").filter({ hasText: `${minutes} min` });
    await expect(entry).toHaveText(`${minutes} min${formatPrice(price)}`);
  }
  const open = main.getByRole("link", { name: "Open the calendar" });
  await expect(open).toHaveCount(1);
  await expect(open).toHaveAttribute("href", schedulers.voicePiano);
  await expect(open).toHaveAttribute("target", "_blank");
  // No empty space is left where the frame would be.
  const left = await page.evaluate(() => {
    const [whole, card] = [".embed", ".embed-card"].map((selector) =>
      document.querySelector(selector)!.getBoundingClientRect(),
    );
    return whole!.bottom - card!.bottom;
  });
  expect(Math.abs(left)).toBeLessThan(1);
  await page.getByRole("link", { name: "Ask me for a time" }).click();
  await expect(page).toHaveURL("/#contact");
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeInViewport();
});

test("one opened inside the application ends in the card when its scheduler does not answer", async ({
  page,
}) => {
  await openAndMove(page, "/coaching");
  await page.getByRole("link", { name: "Book presence and communication" }).click();
  await expect(page.getByRole("heading", { name: booking.card.heading })).toBeVisible();
  await expect(page.getByText("Loading calendar...")).toBeHidden();
  await expect(page.locator('[data-answers="no"]')).toBeAttached();
});

test("on a phone the discovery dialog ends in the card", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/");
  await page.getByRole("button", { name: "Book a Discovery Session" }).click();
  const dialog = page.getByRole("dialog", { name: "Book a Discovery Session" });
  await expect(dialog.locator('[data-answers="no"]')).toBeAttached();
  await expect(dialog.getByText("Loading calendar...")).toBeHidden();
  await expect(dialog.getByText(booking.card.discovery)).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Open the calendar" })).toHaveAttribute(
    "href",
    links.discovery,
  );
  await dialog.getByRole("link", { name: "Ask me for a time" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeInViewport();
});

test("one that answers stands in its frame, 800 px high, and Book Now opens another tab", async ({
  page,
  context,
  guard,
}) => {
  await guard.fakePage(schedulers.embodiment);
  await guard.fakePage(links.bookNow);
  await page.goto("/book-embodiment-somatic");
  await expect(
    page.frameLocator("iframe").getByRole("heading", { name: "Another site" }),
  ).toBeVisible();
  await expect(page.locator("iframe")).toHaveAttribute("height", "800");
  await expect(page.getByRole("link", { name: "Open the calendar in a new tab" })).toHaveAttribute(
    "href",
    schedulers.embodiment,
  );
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Book Now" }).first().click();
  await expect(await opened).toHaveURL(links.bookNow);
});

test("without a connection the dialog ends in the card", async ({ page, guard }) => {
  guard.expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await openAndMove(page, "/");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Book a Discovery Session" }).click();
  const dialog = page.getByRole("dialog", { name: "Book a Discovery Session" });
  await expect(dialog.locator('[data-answers="no"]')).toBeAttached();
  await expect(dialog.getByRole("link", { name: "Ask me for a time" })).toBeVisible();
  await page.context().setOffline(false);
});

onPlainSite(
  "the card keeps the focus that it has when the calendar comes",
  async ({ page, guard }) => {
    await guard.fakePage(schedulers.voicePiano);
    const frame = await holdRequests(page, ({ url }) => url === schedulers.voicePiano);
    // The frame holds the load event back as well.
    await page.goto("/book-voice-piano", { waitUntil: "domcontentloaded" });
    const open = page.locator(".embed-card").getByRole("link", { name: "Open the calendar" });
    await open.focus();
    await expect(open).toBeFocused();
    await frame.release();
    await expect(page.locator("iframe[data-loaded]")).toBeAttached();
    await expect(open).toBeFocused();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await expect(open).toBeHidden();
  },
);

test("nothing but a calendar of the content can be asked about", async ({
  request,
  installation,
}) => {
  const { asked } = installation.schedulers;
  const before = asked.length;
  for (const address of ["", "http://127.0.0.1:22/", "https://book.breath-and-key.example/other"]) {
    const answer = await request.get("/frame-check", { params: { address } });
    expect([answer.status(), await answer.text()], address).toEqual([404, "false"]);
  }
  expect(asked.length).toBe(before);
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false, viewport: phone });

  test("the card stands above the frame", async ({ page, guard }) => {
    await guard.fakePage(schedulers.embodiment);
    await page.goto("/book-embodiment-somatic");
    await expect(page.getByRole("link", { name: "Open the calendar" })).toHaveAttribute(
      "href",
      schedulers.embodiment,
    );
    await expect(page.getByText("Loading calendar...")).toBeHidden();
    await expect(
      page.frameLocator("iframe").getByRole("heading", { name: "Another site" }),
    ).toBeVisible();
    const { card, frame } = await page.evaluate(() => ({
      card: document.querySelector(".embed-card")!.getBoundingClientRect().toJSON() as DOMRect,
      frame: document.querySelector("iframe")!.getBoundingClientRect().toJSON() as DOMRect,
    }));
    expect(frame.top).toBeGreaterThanOrEqual(card.bottom);
    expect(frame.height).toBe(800);
  });
});

const expectCard = (page: Page) =>
  expect(page.locator('[data-answers="no"]').first()).toBeAttached();

const cards: State[] = [
  { path: "/book-voice-piano", name: "a booking page's card", act: expectCard },
  {
    path: "/",
    name: "the discovery dialog's card",
    async act(page) {
      await page.getByRole("button", { name: "Book a Discovery Session" }).click();
      await expectCard(page);
      await expect(page.getByRole("dialog").getByText("Loading calendar...")).toBeHidden();
    },
  },
];

const empty: State[] = (
  [
    ["", "Welcome"],
    ["/quotes", "No accepted quotes found yet."],
    ["/quotes?show=pending", "No pending quotes found."],
    ["/inbox", "No new messages."],
    ["/inbox?show=quarantine", "Nothing looks like spam."],
    ["/newsletter", "No subscribers yet."],
    ["/ameb-bookings", "No AMEB bookings found yet."],
    ["/email-templates", "No email templates found yet. Create one!"],
    ["/sent-mail", "No emails have been sent yet."],
    ["/deleted", "Nothing deleted in the last 30 days."],
    ["/activity", "Nothing has been changed yet."],
    ["/clients/nobody@nowhere.example", "No messages, bookings, quotes or emails yet."],
    ["/ameb-bookings?q=nobody", "Nothing matches."],
  ] as const
).map(([path, text]) => ({
  path: `/admin${path}`,
  act: (page: Page) => expect(page.getByRole("main").getByText(text).first()).toBeVisible(),
}));

test.describe("at 390 px in light and at 1280 px in dark", () => {
  test.use(accessibilityOptions);

  test("the cards in place of a calendar, and an admin without anything, are accessible", async ({
    page,
    guard,
    signInAsOwner,
  }) => {
    guard.expectConsole(/status of 404/);
    await signInAsOwner();
    await expectAccessible(page, [...cards, ...empty]);
  });
});
