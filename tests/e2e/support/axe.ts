import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page, PlaywrightTestOptions } from "@playwright/test";
import { expect, phone, test, wideScreen } from "./fixtures.ts";
import { smallTargets } from "./targets.ts";

/*
 * What makes a page accessible: each of its states is brought about once, and checked on a phone in light, worked by a
 * finger, and on a wide screen in dark.
 */

export const wcag22aa = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

// The built one takes half as long to inject.
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export type State = {
  /** Its address; without one the state follows on the one before. */
  path?: string;
  /** What brings it about, or shows that it is there. */
  act?: (page: Page) => Promise<unknown>;
  /** By default its address. */
  name?: string;
  /** The only screen that has it. */
  only?: "phone" | "wide screen";
  /** Whether something lies over parts of what a finger could press. */
  isCovered?: true;
  /** Which rules of axe hold; by default WCAG 2.2 AA. */
  tags?: string[];
};

/** The rules about how something is drawn, which take most of the time. */
const drawnOnly = { rules: ["color-contrast", "link-in-text-block", "target-size"] };

/** For tests that call `expectAccessible`. */
export const accessibilityOptions: Partial<PlaywrightTestOptions> = {
  viewport: phone,
  colorScheme: "light",
  contextOptions: { reducedMotion: "reduce" },
  hasTouch: true,
  isMobile: true,
};

/** Expects each state to be accessible on its screens, and names all that are not. */
export async function expectAccessible(page: Page, states: readonly State[]): Promise<void> {
  const show = await screensOf(page);
  // Once for all its pages; slow to send and to compile.
  await page.addInitScript({ content: source });
  for (const { path, act, only, ...state } of states) {
    const name = state.name ?? path!;
    await test.step(name, async () => {
      await show(only ?? "phone");
      if (path) await page.goto(path);
      await act?.(page);
      for (const screen of only ? [only] : (["phone", "wide screen"] as const)) {
        await show(screen);
        const isDrawnOnly = !only && screen === "wide screen" && !hasPartsOfItsOwn(path);
        await expectShownAccessible(page, `${name}, ${screen}`, isDrawnOnly ? drawnOnly : state);
      }
    });
  }
}

/** Expects it of what a page shows now, on the screen that it has. */
export async function expectShownAccessible(
  page: Page,
  name: string,
  {
    isCovered,
    tags = wcag22aa,
    rules,
  }: Pick<State, "isCovered" | "tags"> & { rules?: string[] } = {},
): Promise<void> {
  const found = await problems(
    page,
    rules ? { type: "rule", values: rules } : { type: "tag", values: tags },
  );
  if (!isCovered && isForFinger(page)) found.push(...(await smallTargets(page)));
  expect.soft(found, name).toEqual([]);
}

/** Shows the page on the one screen or the other, by which everything that was done in it stays. */
async function screensOf(page: Page) {
  const browser = await page.context().newCDPSession(page);
  let shown = "phone";
  return async (screen: "phone" | "wide screen") => {
    if (screen === shown) return;
    shown = screen;
    const isPhone = screen === "phone";
    await page.setViewportSize(isPhone ? phone : wideScreen);
    await page.emulateMedia({ colorScheme: isPhone ? "light" : "dark" });
    await browser.send("Emulation.setTouchEmulationEnabled", { enabled: isPhone });
  };
}

/**
 * Whether a wide screen shows what a phone doesn't. What clients work in is one narrow column, and what follows on a
 * state was seen on the phone: the other screen only draws them otherwise.
 */
const hasPartsOfItsOwn = (path?: string) =>
  path !== undefined && (path.startsWith("/admin") || !handled.test(path));

/** Where clients and the owner work with a finger, or somebody signs in or books. */
const handled =
  /^\/(admin|quotes|invoices|appointments|exams|book|login|live-piano-services\/quote)(\/|$)/;

const isForFinger = (page: Page) =>
  page.viewportSize()!.width === phone.width && handled.test(new URL(page.url()).pathname);

async function problems(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  // An answer shows before its page is idle, and a button is enabled again with a transition.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await comeToRest(page);
  const { width } = page.viewportSize()!;
  const checked = async ({ only, wide }: { only: axe.RunOnly; wide: number }) => {
    const { axe: runner } = window as unknown as { axe: typeof axe };
    const { violations } = await runner.run({
      runOnly: only,
      // Listing violations only takes half the time, and frames hold pages of their own.
      resultTypes: ["violations"],
      iframes: false,
    });
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
    );
    const { scrollWidth } = document.documentElement;
    return scrollWidth > wide ? [...found, `scrolls sideways: ${scrollWidth} px`] : found;
  };
  return page.evaluate(checked, { only: runOnly, wide: width });
}

/** Ends the colours' transitions between the themes; one that ends may start the next. */
function comeToRest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let quiet = 0; quiet < 2;) {
      await nextFrame();
      const underWay = document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition);
      for (const transition of underWay) transition.finish();
      quiet = underWay.length > 0 ? 0 : quiet + 1;
    }
  });
}
