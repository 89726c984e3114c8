import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

const wcag22aa = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Looks for violations of WCAG 2.2 AA in the page as it stands, in light and in dark, and for anything that sticks out to the side. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await coloursAtRest(page);
    // In the page itself, where it has no frames, and without the lists of what passed: the same verdicts in a third of the time.
    const builder = new AxeBuilder({ page }).options({ runOnly: wcag22aa, resultTypes: ["violations"] }).setLegacyMode(page.frames().length === 1);
    const { violations } = await builder.analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`));
    expect(found, `in ${colorScheme}`).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/**
 * Waits until no colour is on its way from one theme to the other: inside one that arrives, the next may only just set out.
 * What lies folded away stands still on its way, and nobody sees it.
 */
async function coloursAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let quiet = 0; quiet < 3; ) {
      await nextFrame();
      const isUnderWay = (animation: Animation) => animation instanceof CSSTransition && (animation.effect as KeyframeEffect).target?.checkVisibility();
      quiet = document.getAnimations().some(isUnderWay) ? 0 : quiet + 1;
    }
  });
}
