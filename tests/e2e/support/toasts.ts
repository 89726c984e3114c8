import type { Locator, Page } from "@playwright/test";

/** A toast with these words; the same words may stand in the page as well. */
export function toastWith(page: Page, words: string): Locator {
  return page
    .locator("[data-toasts] [role=status], [data-toasts] [role=alert]")
    .getByText(words, { exact: true });
}
