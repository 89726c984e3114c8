import { type Browser, chromium } from "@playwright/test";
import { allPages } from "../app/content/pages.ts";
import { flags, line, slowness } from "./slow-phone.ts";
import { type Column, median } from "./table.ts";

/* First views in Chromium, throttled like a slow phone on a slow connection. */

type ViewFigures = { path: string; fcp: number; lcp: number };
/** Rendered for each request, with the zone that a visitor's browser would name. */
const bookingWeek = "/book/voice-piano/60-minutes?zone=Europe/London";
const inSeconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
export const viewColumns: readonly Column<ViewFigures>[] = [
  { title: "page", of: ({ path }) => path },
  { title: "FCP s", of: ({ fcp }) => inSeconds(fcp) },
  { title: "LCP s", of: ({ lcp }) => inSeconds(lcp) },
];

export async function measureViews(site: string, rounds: number): Promise<ViewFigures[]> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: flags,
  });
  try {
    const runs = new Map<string, { fcp: number; lcp: number }[]>(
      [...allPages.map(({ path }) => path), bookingWeek].map((path) => [path, []]),
    );
    for (let round = 0; round < rounds; round++)
      for (const [path, done] of runs) done.push(await firstView(browser, site + path));
    return [...runs].map(([path, done]) => ({
      path,
      fcp: median(done.map(({ fcp }) => fcp)),
      lcp: median(done.map(({ lcp }) => lcp)),
    }));
  } finally {
    await browser.close();
  }
}

/** In a new context: nothing is cached. */
async function firstView(browser: Browser, url: string): Promise<{ fcp: number; lcp: number }> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", line);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowness });
    await page.goto(url, { waitUntil: "load" });
    return await page.evaluate(async () => {
      // Largest paints are reported until somebody touches the page; a second of quiet ends them.
      let lcp = 0;
      new PerformanceObserver((list) => (lcp = list.getEntries().at(-1)!.startTime)).observe({
        type: "largest-contentful-paint",
        buffered: true,
      });
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return { fcp: performance.getEntriesByName("first-contentful-paint")[0]!.startTime, lcp };
    });
  } finally {
    await context.close();
  }
}
