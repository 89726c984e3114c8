import axe, { type RunOptions } from "axe-core";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

export const wcag22aa = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** What dark can change: colours, and which of a pair of pictures is shown, with the name that it gives to its link or button. */
const themed = ["color-contrast", "link-in-text-block", "image-alt", "link-name", "button-name"];

/**
 * Looks for violations of WCAG 2.2 AA, or of the rules with other tags, in the page as it stands, in light and in dark,
 * and for anything that sticks out to the side.
 */
export async function expectAccessible(page: Page, tags = wcag22aa): Promise<void> {
  for (const [colorScheme, runOnly] of [
    ["light", { type: "tag", values: tags }],
    ["dark", { type: "rule", values: themed }],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await coloursAtRest(page);
    // Frames hold pages of others, for which one of ours stands in; without the lists of what passed it takes half the time.
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
  // It stays in the page until another replaces that, and is slow to bring there.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (asked) => {
    const found = (await (window as unknown as { axe: typeof axe }).axe.run(asked)).violations;
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
    );
  }, options);
}

/**
 * Waits until no colour is on its way from one theme to the other: inside one that arrives, the next may only just set out.
 * What lies folded away stands still on its way, and nobody sees it.
 */
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
