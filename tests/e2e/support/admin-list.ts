import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

export async function submitSignIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The badge beside the quote's number. */
export async function expectStatus(
  page: Page,
  status: "Draft" | "Pending" | "Expired" | "Accepted" | "Rejected" | "Cancelled",
): Promise<void> {
  await expect(page.locator("article header").getByText(status, { exact: true })).toBeVisible();
}

/** The button that asks whether to. */
export const decide = (page: Page, decision: "Accept" | "Reject") =>
  page.getByRole("button", { name: `${decision} Quote` });

/** The answer to that question. */
export const confirmation = (page: Page, decision: "Accept" | "Reject") =>
  page.getByRole("button", { name: `Yes, ${decision.toLowerCase()} it` });

export async function decideAndConfirm(page: Page, decision: "Accept" | "Reject"): Promise<void> {
  await decide(page, decision).click();
  await confirmation(page, decision).click();
}

export async function expectNoDecisionLeft(page: Page): Promise<void> {
  await expect(decide(page, "Accept")).toHaveCount(0);
  await expect(decide(page, "Reject")).toHaveCount(0);
}

/** At the foot of the sidebar; on a small screen behind More. */
export async function openAccountMenu(page: Page): Promise<void> {
  const sidebar = page.getByRole("complementary");
  const isSmall = page.viewportSize()!.width < 1024;
  await sidebar.getByRole("button", { name: isSmall ? "More" : /^Logged in as/ }).click();
}

export async function logOut(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Logout" }).click();
}
