import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

export const addOns = {
  rehearsal: /^Pre-event 2-hour rehearsal A\$700\.00/,
  extraHour: /^Extra performance hour until 10:00 pm A\$350\.00/,
} as const;

type Chosen = { rehearsal: boolean; extraHour: boolean };

/** By selection; the balance is due 7 days before 20 June 2030. */
export const expectedSums: { chosen: Chosen; total: string; half: string }[] = [
  { chosen: { rehearsal: false, extraHour: false }, total: "A$1,200.00", half: "A$600.00" },
  { chosen: { rehearsal: false, extraHour: true }, total: "A$1,550.00", half: "A$775.00" },
  { chosen: { rehearsal: true, extraHour: false }, total: "A$1,900.00", half: "A$950.00" },
  { chosen: { rehearsal: true, extraHour: true }, total: "A$2,250.00", half: "A$1,125.00" },
];

const dueDay = "Thursday, 13 June 2030";

export async function tickAddOns(page: Page, { rehearsal, extraHour }: Chosen): Promise<void> {
  await page.getByRole("checkbox", { name: addOns.rehearsal }).setChecked(rehearsal);
  await page.getByRole("checkbox", { name: addOns.extraHour }).setChecked(extraHour);
}

export async function expectSums(
  page: Page,
  { total, half }: (typeof expectedSums)[number],
): Promise<void> {
  const summary = page.locator("dl").filter({ hasText: "50% deposit" });
  await expect(summary.locator("dt")).toHaveText([
    "Total",
    "50% deposit, which secures the booking",
    `Balance, due by ${dueDay} (7 days before the event)`,
  ]);
  await expect(summary.locator("dd")).toHaveText([total, half, half]);
}

export const expectThanks = (page: Page) =>
  expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank You for Your Acceptance!");

export const acceptTick = (page: Page) =>
  page.getByRole("checkbox", { name: /^I accept this quote/ });
export const acceptButton = (page: Page) => page.getByRole("button", { name: "Accept Quote" });

export async function accept(page: Page): Promise<void> {
  await acceptTick(page).check();
  await acceptButton(page).click();
}
