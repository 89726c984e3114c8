import type { FrameLocator, Locator, Page } from "@playwright/test";
import { expect, openHydrated } from "./fixtures.ts";
import { toastWith } from "./toasts.ts";

/* What the tests of her site's words and pictures do in the admin, and see as visitors. */

export async function openEditor(page: Page, document: string): Promise<void> {
  await openHydrated(page, `/admin/site/${document}`);
}

/** One of many, which are folded. */
export async function openEntry(page: Page, name: string): Promise<void> {
  await page.getByRole("group", { name }).locator("summary").first().click();
}

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const published = "Published. Visitors see it now.";

export async function publishForm(page: Page): Promise<void> {
  await button(page, "Publish").click();
  await expect(toastWith(page, published)).toBeVisible();
}

/** The frame that is shown now; another one takes its place with every change. */
const frameShown = '.preview-frame:not([style*="hidden"])';
export const previewFrame = (page: Page): Locator => page.locator(frameShown);
export const preview = (page: Page): FrameLocator => page.frameLocator(frameShown);

/** In milliseconds: how soon visitors get what is published. */
const publicWithin = 1_000;

/** What a visitor gets, once it says `text`; for how long that took, in milliseconds. */
export async function untilPublic(page: Page, path: string, text: string): Promise<number> {
  const before = performance.now();
  const since = () => performance.now() - before;
  // A busy machine takes its time over an answer: what counts is when it was asked for.
  let formerAsked = 0;
  await expect(async () => {
    const asked = since();
    const answer = await (await page.request.get(path)).text();
    if (!answer.includes(text)) formerAsked = asked;
    expect(answer).toContain(text);
  }).toPass({ intervals: [20] });
  expect(formerAsked).toBeLessThan(publicWithin);
  return since();
}
