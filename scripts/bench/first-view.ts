import { type Browser, chromium, type Page } from "@playwright/test";
import { allPages, pages } from "../../app/content/pages.ts";
import { type Column, median } from "./table.ts";

/* First views and clicks in a real Chromium, held back as a slow phone on a slow line is. */

export type ViewFigures = { path: string; fcp: number; lcp: number };
const inSeconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
export const viewColumns: readonly Column<ViewFigures>[] = [
  { title: "page", of: ({ path }) => path },
  { title: "FCP s", of: ({ fcp }) => inSeconds(fcp) },
  { title: "LCP s", of: ({ lcp }) => inSeconds(lcp) },
];

export type ClickFigures = { click: string; milliseconds: number };
export const clickColumns: readonly Column<ClickFigures>[] = [
  { title: "a click in the navigation shows the next page", of: ({ click }) => click },
  { title: "s", of: ({ milliseconds }) => inSeconds(milliseconds) },
];

const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const slowness = 4;

export async function measureViews(site: string, rounds: number): Promise<{ views: ViewFigures[]; clicks: ClickFigures[] }> {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
  try {
    const runs = new Map<string, { fcp: number; lcp: number }[]>(allPages.map(({ path }) => [path, []]));
    const clicks = new Map<string, number[]>([["right after arrival", []], ["after resting on the link for a second", []]]);
    for (let round = 0; round < rounds; round++) {
      for (const [path, done] of runs) done.push(await firstView(browser, site + path));
      clicks.get("right after arrival")!.push(await clickThrough(browser, site, 0));
      clicks.get("after resting on the link for a second")!.push(await clickThrough(browser, site, 1_000));
    }
    return {
      views: [...runs].map(([path, done]) => ({ path, fcp: median(done.map(({ fcp }) => fcp)), lcp: median(done.map(({ lcp }) => lcp)) })),
      clicks: [...clicks].map(([click, times]) => ({ click, milliseconds: median(times) })),
    };
  } finally {
    await browser.close();
  }
}

/** A visitor who has never been here. */
async function stranger<T>(browser: Browser, viewport: { width: number; height: number }, look: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: 1.75 });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", line);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowness });
    return await look(page);
  } finally {
    await context.close();
  }
}

function firstView(browser: Browser, url: string): Promise<{ fcp: number; lcp: number }> {
  return stranger(browser, { width: 412, height: 823 }, async (page) => {
    await page.goto(url, { waitUntil: "load" });
    return page.evaluate(async () => {
      // Largest paints are reported until somebody touches the page; a second of quiet ends them.
      let lcp = 0;
      new PerformanceObserver((list) => (lcp = list.getEntries().at(-1)!.startTime)).observe({ type: "largest-contentful-paint", buffered: true });
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return { fcp: performance.getEntriesByName("first-contentful-paint")[0]!.startTime, lcp };
    });
  });
}

/** From pressing a link in the header to the next page's heading; `rest` is how long the pointer stood on it before, in milliseconds. */
function clickThrough(browser: Browser, site: string, rest: number): Promise<number> {
  return stranger(browser, { width: 1280, height: 800 }, async (page) => {
    await page.goto(site + pages.home.path, { waitUntil: "commit" });
    const link = page.getByRole("banner").getByRole("link", { name: pages.about.name, exact: true });
    await link.hover();
    await page.waitForTimeout(rest);
    const began = performance.now();
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForURL(site + pages.about.path, { waitUntil: "commit" });
    await page.locator("h1").waitFor();
    return performance.now() - began;
  });
}
