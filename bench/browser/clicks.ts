import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { pages } from "../../app/content/pages.ts";
import { flags, line, slowness } from "../slow-phone.ts";
import { type Column, median } from "../table.ts";

/*
 * Clicks from page to page, held back as the first views are. Through Puppeteer, because Chromium makes no page
 * ready ahead while Playwright is attached to the one that is looked at.
 */

type ClickFigures = { click: string; milliseconds: number };
export const clickColumns: readonly Column<ClickFigures>[] = [
  { title: "a click in the navigation shows the next page", of: ({ click }) => click },
  { title: "s", of: ({ milliseconds }) => (milliseconds / 1000).toFixed(2) },
];

type ClickSetup = { click: string; rest: number; running: boolean };
const setups: readonly ClickSetup[] = [
  { click: "right after arrival", rest: 0, running: false },
  { click: "after resting on the link for a second", rest: 1_000, running: false },
  { click: "the same once the application runs", rest: 1_000, running: true },
];

export async function measureClicks(site: string, rounds: number): Promise<ClickFigures[]> {
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: flags,
  });
  try {
    const runs = setups.map((way) => ({ way, times: [] as number[] }));
    for (let round = 0; round < rounds; round++)
      for (const { way, times } of runs) times.push(await clickThrough(browser, site, way));
    return runs.map(({ way: { click }, times }) => ({ click, milliseconds: median(times) }));
  } finally {
    await browser.close();
  }
}

/** To what a slow phone on a slow line has. */
export async function slowDown(page: Page): Promise<void> {
  await page.emulateCPUThrottling(slowness);
  await page.emulateNetworkConditions({
    offline: line.offline,
    latency: line.latency,
    download: line.downloadThroughput,
    upload: line.uploadThroughput,
  });
}

/**
 * From the click on a link in the header, when its button is let go, to the first paint of the page
 * behind it, by the browser's own clock.
 */
async function clickThrough(
  browser: Browser,
  site: string,
  { rest, running }: ClickSetup,
): Promise<number> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 1.75 });
    await slowDown(page);
    await page.goto(site + pages.home.path, { waitUntil: running ? "load" : "domcontentloaded" });
    if (running) {
      await page.mouse.move(5, 5);
      await page.waitForSelector("html[data-hydrated]");
    }
    await page.hover(`header nav a[href="${pages.about.path}"]`);
    await new Promise((resolve) => setTimeout(resolve, rest));
    await watchClick(page);
    await page.mouse.down();
    await page.mouse.up();
    // Puppeteer misses the end of a navigation to a page fetched ahead, but not where it leads.
    const deadline = performance.now() + 30_000;
    while (page.url() !== site + pages.about.path && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return await page.evaluate(timeToPaint);
  } finally {
    await context.close();
  }
}

/** Notes when the link was clicked and, where this very page goes on to show the next one, when it has. */
function watchClick(page: Page): Promise<void> {
  return page.evaluate((next) => {
    addEventListener(
      "click",
      ({ timeStamp }) =>
        localStorage.setItem("clicked", String(performance.timeOrigin + timeStamp)),
      { capture: true, once: true },
    );
    const here = document.querySelector("h1");
    const checkFrame = () =>
      requestAnimationFrame(() => {
        if (location.pathname !== next || document.querySelector("h1") === here)
          return checkFrame();
        setTimeout(
          () =>
            (document.documentElement.dataset.shown = String(
              performance.timeOrigin + performance.now(),
            )),
        );
      });
    checkFrame();
  }, pages.about.path);
}

async function timeToPaint(): Promise<number> {
  const stays = document.documentElement.dataset.hydrated !== undefined;
  for (;;) {
    const painted = performance.getEntriesByName("first-contentful-paint")[0];
    const shown = stays
      ? Number(document.documentElement.dataset.shown)
      : painted && performance.timeOrigin + painted.startTime;
    if (shown) return shown - Number(localStorage.getItem("clicked"));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
