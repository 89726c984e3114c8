import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

type Focused = { name: string; outlined: boolean; covered: boolean };

/** What has the focus: its name, whether one can see that it has it, and whether something lies over it. */
export function focused(page: Page): Promise<Focused | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const labelled =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? element.labels?.[0]?.textContent
        : null;
    const name = labelled ?? element.getAttribute("aria-label") ?? element.textContent;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { left, top, width, height } = element.getBoundingClientRect();
    const middle = document.elementFromPoint(
      left + width / 2,
      top + Math.min(height, innerHeight) / 2,
    );
    return {
      name: (name ?? "").replace(/\s+/g, " ").trim(),
      outlined: outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
      covered: middle !== null && !element.contains(middle) && !middle.contains(element),
    };
  });
}

/** Presses Tab and expects the focus on what has this name, seen and uncovered. */
export async function tabTo(
  page: Page,
  name: string | RegExp,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> {
  await page.keyboard.press(key);
  // The browser scrolls to it, smoothly; it is uncovered when it has come to rest.
  await expect
    .poll(() => focused(page), `after ${key}`)
    .toEqual({
      name: typeof name === "string" ? name : expect.stringMatching(name),
      outlined: true,
      covered: false,
    });
}

/** Expects that what has the focus can be seen to have it, once the browser has scrolled to it. */
export async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => focused(page)).toMatchObject({ outlined: true, covered: false });
}
