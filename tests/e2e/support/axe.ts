import axe, { type RunOptions } from "axe-core";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

export const wcag22aa = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Rules that the dark theme can break: colours, and which of a pair of pictures names a link or button. */
const themed = ["color-contrast", "link-in-text-block", "image-alt", "link-name", "button-name"];

/**
 * Expects no violation of WCAG 2.2 AA, or of the rules with other tags, in light and dark, and no
 * sideways scrolling.
 */
export async function expectAccessible(page: Page, tags = wcag22aa): Promise<void> {
  for (const [colorScheme, runOnly] of [
    ["light", { type: "tag", values: tags }],
    ["dark", { type: "rule", values: themed }],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await coloursAtRest(page);
    // Frames hold a fake page; listing violations only takes half the time.
    expect(
      await violations(page, { runOnly, resultTypes: ["violations"], iframes: false }),
      `in ${colorScheme}`,
    ).toEqual([]);
  }
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0);
}

async function violations(page: Page, options: RunOptions): Promise<string[]> {
  // Slow to inject, so once for each page.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (asked) => {
    const found = (await (window as unknown as { axe: typeof axe }).axe.run(asked)).violations;
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
    );
  }, options);
}

/** Waits until no colour transition between the themes runs; one that ends may start the next. */
async function coloursAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let quiet = 0; quiet < 3;) {
      await nextFrame();
      const isUnderWay = (animation: Animation) =>
        animation instanceof CSSTransition &&
        (animation.effect as KeyframeEffect).target?.checkVisibility();
      quiet = document.getAnimations().some(isUnderWay) ? 0 : quiet + 1;
    }
  });
}
