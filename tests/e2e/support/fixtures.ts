import { setTimeout as sleep } from "node:timers/promises";
import { test as base, expect, type Page } from "@playwright/test";
import { addDays, melbourneDay, startOfDay } from "#app/values/calendar.ts";
import { type Installation, openInstallation, type PreparedQuote } from "./installation.ts";
import { type Guard, guardContext } from "./guard.ts";
import "#tests/support/default-content.ts";

/*
 * What every journey starts with: the built site of this worker, a browser window that tolerates no
 * noise, and an address of its own to come from.
 */

type TestFixtures = {
  /** The site that a test visits. */
  installation: Installation;
  guard: Guard;
  /** What a test sees of today is all of one day. */
  oneDay: void;
  /** A pending quote that no other test touches. */
  quote: PreparedQuote;
  /** Signs this test's windows in as the owner. */
  signInAsOwner: () => Promise<void>;
};

/** Opens a site; tests that name the same function share one. */
type Opening<Opened extends Installation = Installation> = () => Promise<Opened>;
type Sites = <Opened extends Installation>(opening: Opening<Opened>) => Promise<Opened>;

let visitors = 0;

/** In milliseconds: longer than any test takes. */
const longestTest = 120_000;

/** In milliseconds: a busy machine takes its time to open a site. */
const openedWithin = 240_000;

const openPlainSite = () => openInstallation();

export const test = base.extend<TestFixtures, { sites: Sites }>({
  /** Those of a worker: each opens when a test first needs it, in the same worker and browser. */
  sites: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of what is needed from here
    async ({}, use) => {
      const opened = new Map<Opening, Promise<Installation>>();
      await use(<Opened extends Installation>(opening: Opening<Opened>) => {
        const site = opened.get(opening) ?? opening();
        opened.set(opening, site);
        return site as Promise<Opened>;
      });
      await Promise.allSettled([...opened.values()].map(async (site) => (await site).close()));
    },
    { scope: "worker", timeout: openedWithin },
  ],
  installation: [
    async ({ sites }, use) => use(await sites(openPlainSite)),
    { scope: "test", timeout: openedWithin },
  ],
  baseURL: async ({ installation }, use) => use(installation.site.url),
  // oxlint-disable-next-line no-empty-pattern -- see above
  extraHTTPHeaders: async ({}, use) => {
    const visitor = ++visitors;
    await use({ "X-Forwarded-For": `10.0.${visitor >> 8}.${visitor & 255}` });
  },
  page: async ({ page, javaScriptEnabled }, use) => {
    await moveFromPointer(page);
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => {
      const response = await goto(url, options);
      // Before the first paint the browser drops what the pointer does; nobody presses what isn't there.
      if (javaScriptEnabled && !options?.waitUntil)
        await shows(page, "html[data-painted], html:not(:has(#web-fonts))");
      return response;
    };
    await use(page);
  },
  guard: [
    async ({ context, javaScriptEnabled, installation: { site, mail } }, use, testInfo) => {
      const guard = await guardContext(context, site.url);
      // The admin asks for React's words in a header, and without scripts nobody takes them.
      if (!javaScriptEnabled) guard.expectConsole(/was preloaded using link preload but not used/);
      const before = { printed: site.output().length, emails: mail.emails.length };
      await use(guard);
      if (testInfo.status !== testInfo.expectedStatus) {
        const emails = mail.emails.slice(before.emails);
        const received = emails.map(
          ({ envelopeTo, subject }) => `${envelopeTo.join()}: ${subject}`,
        );
        throw new Error(
          `Meanwhile the site printed:\n${site.output().slice(before.printed).slice(-8_000)}\n` +
            `the browser complained:\n${guard.complaints.join("\n")}\n` +
            `and these emails came:\n${received.join("\n")}`,
        );
      }
      expect(
        guard.complaints,
        "Nothing may go wrong unseen, and nobody else may be asked for anything",
      ).toEqual([]);
    },
    { auto: true },
  ],
  oneDay: [
    // oxlint-disable-next-line no-empty-pattern -- see above
    async ({}, use, testInfo) => {
      const now = new Date();
      const left = startOfDay(addDays(melbourneDay(now), 1)).getTime() - now.getTime();
      if (left < longestTest) {
        testInfo.setTimeout(testInfo.timeout + left);
        await sleep(left);
      }
      await use();
    },
    { auto: true },
  ],
  quote: async ({ installation }, use) => use(installation.nextQuote()),
  signInAsOwner: async ({ context, installation }, use) =>
    use(() => context.addCookies(installation.ownerCookies)),
});

/** Tests on a site of their own, for what is the whole site's. */
export function testOn<Opened extends Installation>(opening: Opening<Opened>) {
  return test.extend<{ installation: Opened }>({
    installation: [
      async ({ sites }, use) => use(await sites(opening)),
      { scope: "test", timeout: openedWithin },
    ],
  });
}

export const testOnOwnSite = (...given: Parameters<typeof openInstallation>) =>
  testOn(() => openInstallation(...given));

/** For what belongs to a whole site, such as its texts, hours and business details. */
export const ownerTest = testOnOwnSite("no rows");

export { expect };

export const phone = { width: 390, height: 844 };
export const wideScreen = { width: 1280, height: 800 };

/** The same tests with the application's scripts and with none at all. */
export function withAndWithoutScripts(define: (scripts: boolean) => void): void {
  test.describe("with JavaScript", () => define(true));
  test.describe("with JavaScript off", () => {
    test.use({ javaScriptEnabled: false });
    define(false);
  });
}

/** The browser's own pointer stands in the corner, and without a screen a window opens under it: as if it had moved. */
export async function moveFromPointer(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { windowId } = await browser.send("Browser.getWindowForTarget");
  await browser.send("Browser.setWindowBounds", { windowId, bounds: { left: 50, top: 50 } });
  await browser.detach();
}

/** As a client the same browser goes on. A frame that is still to come would ask without a session. */
export async function signOut(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

const often = { polling: 50, timeout: 45_000 };

/** Looked for by the page itself: an expectation looks only every half second once it has waited for a quarter. */
async function shows(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector(wanted), selector, often);
}

export const hydrated = (page: Page) => shows(page, "html[data-hydrated]");

/** Waits for the first paint: before it the browser drops what the pointer does. */
export const painted = (page: Page) => shows(page, "html[data-painted]");

/**
 * Waits until a page has done what it does by itself. Its network may never be silent: Chromium drops
 * what it fetches ahead once the application runs, and never says that these requests have ended.
 */
export async function atRest(page: Page): Promise<void> {
  await shows(page, "html[data-rest]");
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
}

/** Waits for the web fonts, which come after the first paint and move what stands below a text. */
export async function webFontsShown(page: Page): Promise<void> {
  const shown = () =>
    ["Newsreader", "Source Sans 3"].every((name) =>
      [...document.fonts].some(
        ({ family, status }) => family.replaceAll('"', "") === name && status === "loaded",
      ),
    );
  await page.waitForFunction(shown, null, often);
}

/** Moves the pointer, which starts hydration, and waits for it. */
export async function hydrateByMoving(page: Page): Promise<void> {
  // While a page that replaces another is not painted yet the browser drops what the pointer does; a hand moves on.
  let moves = 0;
  const move = async () => {
    await page.mouse.move(5 + (moves++ % 2), 5);
    return page.locator("html[data-hydrated]").count();
  };
  await expect.poll(move, { intervals: [50] }).toBe(1);
}

export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

export async function openAndMove(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrateByMoving(page);
}
