import type { Page } from "@playwright/test";
import {
  confirmation,
  decide,
  decideAndConfirm,
  expectNoDecisionLeft,
  expectStatus,
} from "./support/admin-list.ts";
import { expect, test, openHydrated } from "./support/fixtures.ts";
import { holdRequests, postsOnly } from "./support/guard.ts";
import { toastWith } from "./support/toasts.ts";

/* What the owner is asked, told and kept from when she decides a quote. */

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

const said = (decided: string) => `Quote status updated to ${decided}`;
const decidedByHer = (page: Page, status: string) =>
  page
    .locator("section")
    .filter({ hasText: "History" })
    .getByRole("listitem")
    .filter({ hasText: `${status} by you` });

test("a decision says what the client will get, is made once, and toasts tell how it stands", async ({
  page,
  quote,
}) => {
  await openHydrated(page, `/admin/quotes/${quote.id}`);
  const question = page.getByRole("dialog");
  await decide(page, "Accept").click();
  await expect(question).toContainText(
    `${quote.clientName} will get an email at ${quote.clientEmail} that says this quote of A$1,200.00`,
  );
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question).toHaveCount(0);
  await expect(decide(page, "Accept")).toBeFocused();
  await decide(page, "Reject").click();
  await expect(question).toContainText(`${quote.clientName} gets no email.`);
  await page.keyboard.press("Escape");
  await expectStatus(page, "Pending");

  const post = await holdRequests(page, postsOnly);
  await decideAndConfirm(page, "Reject");
  await expect(toastWith(page, "Updating status...")).toBeVisible();
  await decide(page, "Accept").click();
  await expect(confirmation(page, "Accept")).toBeDisabled();
  await page.keyboard.press("Escape");
  await post.release();
  await expect(toastWith(page, "Updating status...")).toBeHidden();
  await expectStatus(page, "Rejected");
  await expectNoDecisionLeft(page);
  await expect(page.locator(":focus")).toHaveText(said("rejected"));
  await expect(toastWith(page, said("rejected"))).toBeVisible();
  const card = page.locator("[data-toasts] [role=status] > div");
  await expect(card.filter({ hasText: said("rejected") })).toHaveCSS(
    "border-left-color",
    await colourOfSuccess(page),
  );
  await expect(page.getByRole("term").filter({ hasText: "Rejected on" })).toBeVisible();
  await expect(decidedByHer(page, "Rejected")).toHaveCount(1);
});

test("a booking is cancelled once the owner has seen what that does", async ({ page, quote }) => {
  await openHydrated(page, `/admin/quotes/${quote.id}`);
  await decideAndConfirm(page, "Accept");
  await expectStatus(page, "Accepted");
  await page.getByRole("main").getByText("More", { exact: true }).click();
  await page.getByRole("link", { name: "Cancel This Booking" }).click();
  await page.getByLabel("What do you keep?").selectOption("Another amount");
  await page.getByLabel("Other amount (A$)").fill("250");
  await page.getByLabel("Reason").fill("The party is called off.");
  await page.getByRole("button", { name: "See What Will Happen" }).click();
  await expect(page.getByText("You keep A$250.00.")).toBeVisible();
  await expectStatus(page, "Accepted");
  await page.getByRole("button", { name: "Yes, cancel this booking" }).click();
  await expectStatus(page, "Cancelled");
  await expect(page.getByText("A$250.00 kept")).toBeVisible();
  await page.goto(`/quotes/${quote.slug}`);
  await expect(page.getByRole("heading", { name: "This booking was cancelled" })).toBeVisible();
  await expect(page.getByText("A$250.00 of what was paid is kept")).toBeVisible();
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("a decision is asked about, and made once", async ({ page, quote }) => {
    await page.goto(`/admin/quotes/${quote.id}`);
    await expectStatus(page, "Pending");
    await decideAndConfirm(page, "Accept");
    await expectStatus(page, "Accepted");
    await expectNoDecisionLeft(page);
    await expect(page.getByRole("main").getByText(said("accepted"))).toBeVisible();
    await expect(decidedByHer(page, "Accepted")).toHaveCount(1);
  });
});

const colourOfSuccess = (page: Page) =>
  page.evaluate(() => {
    const sample = document.createElement("i");
    sample.style.color = "var(--good)";
    document.body.append(sample);
    return getComputedStyle(sample).color;
  });

test("a decision that was made, though its answer was lost, is no failure when made again", async ({
  page,
  quote,
  guard,
}) => {
  guard.expectConsole(/net::ERR_FAILED|We couldn't tell whether that went through\./);
  await openHydrated(page, `/admin/quotes/${quote.id}`);
  await page.route("**", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await decideAndConfirm(page, "Reject");
  await expect(toastWith(page, "We couldn't tell whether that went through.")).toBeVisible();
  await page.unroute("**");
  await decideAndConfirm(page, "Reject");
  await expectStatus(page, "Rejected");
  await expect(page.getByRole("main").getByText("Quote status updated to rejected")).toBeVisible();
  await expect(page.getByText(/Not done/)).toHaveCount(0);
});
