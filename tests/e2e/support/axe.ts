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

type Screen = "phone" | "wide screen";

export type State = {
  /** Its address; without one the state follows on the one before. */
  path?: string;
  /** What brings it about, or shows that it is there. */
  act?: (page: Page) => Promise<unknown>;
  /** By default its address. */
  name?: string;
  /** The only screen that has it. */
  only?: Screen;
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
      // A state begins on the screen that the one before ended on: to draw a page for another one takes its time.
      const both: Screen[] = isOnPhone(page) ? ["phone", "wide screen"] : ["wide screen", "phone"];
      for (const [at, screen] of (only ? [only] : both).entries()) {
        if (isOnPhone(page) !== (screen === "phone")) await show(screen);
        if (at === 0 && path) await page.goto(path);
        if (at === 0) await act?.(page);
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
  return async (screen: Screen) => {
    const isPhone = screen === "phone";
    // At once, so that the page is drawn anew only once.
    await Promise.all([
      page.setViewportSize(isPhone ? phone : wideScreen),
      page.emulateMedia({ colorScheme: isPhone ? "light" : "dark" }),
      browser.send("Emulation.setTouchEmulationEnabled", { enabled: isPhone }),
    ]);
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

const isForFinger = (page: Page) => isOnPhone(page) && handled.test(new URL(page.url()).pathname);

const isOnPhone = (page: Page) => page.viewportSize()!.width === phone.width;

async function problems(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(check, { runOnly, wide: page.viewportSize()!.width });
}

/** Runs in the page, all in one call. */
async function check({ runOnly, wide }: { runOnly: axe.RunOnly; wide: number }) {
  const { axe: runner } = window as unknown as { axe: typeof axe };
  // An answer shows before its page is idle, and a button is enabled again with a transition: the colours'
  // transitions between the themes are ended, and one that ends may start the next.
  for (let quiet = 0; quiet < 2;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const underWay = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition);
    for (const transition of underWay) transition.finish();
    const isBusy = underWay.length > 0 || document.querySelector("[aria-busy=true]");
    quiet = isBusy ? 0 : quiet + 1;
  }
  const { violations } = await runner.run({
    runOnly,
    // Listing violations only takes half the time, and frames hold pages of their own.
    resultTypes: ["violations"],
    iframes: false,
  });
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
  const { scrollWidth } = document.documentElement;
  return scrollWidth > wide ? [...found, `scrolls sideways: ${scrollWidth} px`] : found;
}
