import type { Page } from "@playwright/test";
import {
  confirmation,
  decide,
  decideAndConfirm,
  expectNoDecisionLeft,
  expectStatus,
} from "./support/admin-list.ts";
import { expect, hydrated, test, withAndWithoutScripts } from "./support/fixtures.ts";
import { holdRequests, postsOnly } from "./support/guard.ts";
import { toastWith } from "./support/toasts.ts";

/* What the owner is asked, told and kept from when she decides a quote. */

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

test("a decision first says what the client will get, and Cancel leaves the quote as it is", async ({
  page,
  quote,
}) => {
  await page.goto(`/admin/quotes/${quote.id}`);
  await hydrated(page);
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
  await page.reload();
  await expectStatus(page, "Pending");
});

test("a booking is cancelled once the owner has seen what that does", async ({ page, quote }) => {
  await page.goto(`/admin/quotes/${quote.id}`);
  await hydrated(page);
  await decideAndConfirm(page, "Accept");
  await expectStatus(page, "Accepted");
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

withAndWithoutScripts((scripts) => {
  const [decision, status, other] = scripts
    ? (["Reject", "Rejected", "Accepted"] as const)
    : (["Accept", "Accepted", "Rejected"] as const);

  test(`${decision} decides a pending quote, once`, async ({ page, quote }) => {
    await page.goto(`/admin/quotes/${quote.id}`);
    if (scripts) await hydrated(page);
    await expectStatus(page, "Pending");
    await expect(page.getByRole("link", { name: "View Public Quote" })).toHaveAttribute(
      "href",
      quote.link,
    );
    await decideAndConfirm(page, decision);
    await expectStatus(page, status);
    await expectNoDecisionLeft(page);
    const said = `Quote status updated to ${status.toLowerCase()}`;
    await expect(page.getByRole("main").getByText(said)).toBeVisible();
    if (scripts) {
      await expect(page.locator(":focus")).toHaveText(said);
      await expect(toastWith(page, said)).toBeVisible();
      const card = page.locator("[data-toasts] [role=status] > div").filter({ hasText: said });
      await expect(card).toHaveCSS("border-left-color", await colourOfSuccess(page));
    }
    await expect(page.getByRole("term").filter({ hasText: `${status} on` })).toBeVisible();
    await expect(page.getByRole("term").filter({ hasText: `${other} on` })).toHaveCount(0);
    await expect(
      page
        .locator("section")
        .filter({ hasText: "History" })
        .getByRole("listitem")
        .filter({ hasText: `${status} by you` }),
    ).toHaveCount(1);
    await page.goto(`/admin/quotes/${quote.id}`);
    await expectStatus(page, status);
    await expectNoDecisionLeft(page);
  });
});

const colourOfSuccess = (page: Page) =>
  page.evaluate(() => {
    const sample = document.createElement("i");
    sample.style.color = "var(--good)";
    document.body.append(sample);
    return getComputedStyle(sample).color;
  });

test("while a decision is being sent, a toast says so and no other can be made", async ({
  page,
  quote,
}) => {
  await page.goto(`/admin/quotes/${quote.id}`);
  await hydrated(page);
  const post = await holdRequests(page, postsOnly);
  await decideAndConfirm(page, "Accept");
  await expect(toastWith(page, "Updating status...")).toBeVisible();
  await decide(page, "Reject").click();
  await expect(confirmation(page, "Reject")).toBeDisabled();
  await post.release();
  await expect(toastWith(page, "Quote status updated to accepted")).toBeVisible();
  await expect(toastWith(page, "Updating status...")).toBeHidden();
});

test("a decision that was made, though its answer was lost, is no failure when made again", async ({
  page,
  quote,
  guard,
}) => {
  guard.expectConsole(/net::ERR_FAILED|We couldn't tell whether that went through\./);
  await page.goto(`/admin/quotes/${quote.id}`);
  await hydrated(page);
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
