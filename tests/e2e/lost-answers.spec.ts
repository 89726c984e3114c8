import type { Page } from "@playwright/test";
import { expect, phone, test, openAndMove } from "./support/fixtures.ts";
import { breakPosts } from "./support/guard.ts";
import {
  accept,
  acceptButton,
  acceptTick,
  expectedSums,
  expectSums,
  tickAddOns,
  expectThanks,
} from "./support/quote-page.ts";
import { toastWith } from "./support/toasts.ts";
import { notArrived } from "#app/features/quotes/answer.ts";

/* The connection is cut after a form has been sent: nothing is claimed that is not known. */

const couldNotTell = "We couldn't tell whether that went through.";
const isSafe = "It's safe to try again: it only counts once.";
const cannotTellYet = /^We can't tell yet whether your (acceptance|answer) arrived\./;

test.beforeEach(({ guard }) =>
  guard.expectConsole(/net::ERR_CONNECTION_RESET|We couldn't tell whether that went through\./),
);

/** Opens a quote whose page does not look again by itself: its timers stand still. */
async function openWithoutTimers(page: Page, link: string): Promise<void> {
  // A total that counts would stand still with the clock.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await openAndMove(page, link);
  await page.clock.pauseAt(Date.now() + 60_000);
}

const lostPanel = (page: Page) => page.getByRole("alert").filter({ hasText: cannotTellYet });

test.describe("on a phone", () => {
  test.use({ viewport: phone });

  test("an acceptance that was recorded and not answered ends on its confirmation", async ({
    page,
    quote,
  }) => {
    await openWithoutTimers(page, quote.link);
    const connection = await breakPosts(page, "answer lost");
    await accept(page);
    await expect(lostPanel(page)).toBeVisible();
    await expect(page.getByText("Failed to submit quote acceptance.")).toHaveCount(0);
    await expect(page.getByText("Nothing was recorded")).toHaveCount(0);
    await connection.restore();
    await page.getByRole("button", { name: "Look again" }).click();
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText("Thank You for Your Acceptance!");
    await expect(heading).toBeFocused();
    await expect(page.getByText(couldNotTell)).toHaveCount(0);
    await page.goto(quote.link);
    await expect(page.getByRole("heading", { name: "Accepted. Thank you." })).toBeVisible();
  });

  test("an acceptance that never arrived says so, and keeps everything that was entered", async ({
    page,
    quote,
  }) => {
    await openWithoutTimers(page, quote.link);
    await tickAddOns(page, expectedSums[1]!.chosen);
    await page.getByLabel("Your full name").fill("Another Name");
    const connection = await breakPosts(page, "cut off");
    await accept(page);
    await expect(lostPanel(page)).toBeVisible();
    await connection.restore();
    await page.getByRole("button", { name: "Look again" }).click();
    const said = page.getByText(notArrived);
    await expect(said).toBeInViewport();
    await expect(lostPanel(page)).toHaveCount(0);
    await expectSums(page, expectedSums[1]!);
    await expect(page.getByLabel("Your full name")).toHaveValue("Another Name");
    await expect(acceptTick(page)).toBeChecked();
    await acceptButton(page).click();
    await expectThanks(page);
  });
});

test("the page looks by itself once the browser is online again", async ({
  page,
  context,
  quote,
  guard,
}) => {
  guard.expectConsole(/net::ERR_INTERNET_DISCONNECTED/);
  await openAndMove(page, quote.link);
  await acceptTick(page).check();
  await context.setOffline(true);
  await acceptButton(page).click();
  await expect(lostPanel(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(notArrived)).toBeVisible();
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("a client who has declined stands before what became of the quote", async ({
    page,
    quote,
  }) => {
    await page.setViewportSize(phone);
    await page.goto(quote.link);
    await page.getByText("Decline this quote").click();
    await page.getByRole("button", { name: "Decline Quote" }).click();
    const heading = page.getByRole("heading", { name: "You declined this quote" });
    await expect(heading).toBeInViewport();
    await expect(heading).toBeFocused();
  });
});

test("a form says that trying again is safe, and what arrived is stored once", async ({
  page,
  installation: { mail },
}) => {
  await page.setViewportSize(phone);
  const email = `lost-${process.pid}@visitor.example`;
  await openAndMove(page, "/");
  const main = page.getByRole("main");
  await main.getByLabel("Name", { exact: true }).fill("Ada Visitor");
  await main.getByLabel("Email", { exact: true }).fill(email);
  await main.getByLabel("Message").fill("Do you teach adults who stopped at fourteen?");
  const connection = await breakPosts(page, "answer lost");
  await main.getByRole("button", { name: "Send Message" }).click();
  await expect(toastWith(page, couldNotTell)).toBeVisible();
  await expect(toastWith(page, isSafe)).toBeVisible();
  const said = main.getByRole("alert");
  await expect(said).toHaveText(couldNotTell + isSafe);
  await expect(said).toBeFocused();
  await expect(said).toBeInViewport({ ratio: 1 });
  await connection.restore();
  await main.getByRole("button", { name: "Send Message" }).click();
  await expect(toastWith(page, "Your message has been sent!")).toBeVisible();
  await expect(page.getByText(couldNotTell)).toHaveCount(0);
  const arrived = () =>
    mail.emails.filter(
      ({ replyTo, envelopeTo }) =>
        envelopeTo.includes(email) || replyTo?.some(({ address }) => address === email),
    );
  await mail.waitUntil(() => (arrived().length > 0 ? null : "No email came."));
  const subjects = arrived().map(({ subject }) => subject);
  expect(subjects).toEqual([...new Set(subjects)]);
});

test("a form that is sent before the scripts have come keeps its page where nobody answers", async ({
  page,
  context,
  guard,
}) => {
  guard.expectConsole(/net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/");
  const message = page.getByLabel("Message", { exact: true });
  await page.getByLabel("Name", { exact: true }).fill("Ada Visitor");
  await page.getByLabel("Email", { exact: true }).fill("ada@early.example");
  await message.fill("Do you teach in the evening?");
  await context.setOffline(true);
  const told = page.waitForEvent("dialog");
  await page.getByRole("button", { name: "Send Message" }).click({ noWaitAfter: true });
  const dialog = await told;
  expect(dialog.message()).toContain("We can't be reached just now.");
  await dialog.accept();
  await expect(message).toHaveValue("Do you teach in the evening?");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Your message has been sent!").first()).toBeVisible();
});

test("a booking that is sent where nobody answers keeps what was typed", async ({
  page,
  context,
  guard,
}) => {
  guard.expectConsole(/net::ERR_INTERNET_DISCONNECTED|status of 502/);
  await page.goto("/book/voice-piano/30-minutes");
  await page.locator('ol a[href*="Z"]').first().click();
  const name = page.getByLabel("Your name");
  await name.fill("Ada Booker");
  await page.getByLabel("Email").fill("ada@offline.example");
  const sendInVain = async () => {
    const told = page.waitForEvent("dialog");
    await page.getByRole("button", { name: "Book this time" }).click({ noWaitAfter: true });
    const dialog = await told;
    expect(dialog.message()).toContain("We can't be reached just now.");
    await dialog.accept();
  };
  await context.setOffline(true);
  await sendInVain();
  await expect(name).toHaveValue("Ada Booker");
  await context.setOffline(false);
  // A proxy whose server is down.
  await page.route("**/book/**", (route) =>
    route.request().method() === "HEAD" ? route.fulfill({ status: 502 }) : route.fallback(),
  );
  await sendInVain();
  await page.unroute("**/book/**");
  // Nobody fills in a form within a second.
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(1_400);
  await page.getByRole("button", { name: "Book this time" }).click();
  await expect(page.getByRole("heading", { name: "You're booked" })).toBeVisible();
});
