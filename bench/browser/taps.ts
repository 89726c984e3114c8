import puppeteer, { type Browser } from "puppeteer-core";
import { allPages, pages } from "../../app/content/pages.ts";
import { flags } from "../slow-phone.ts";
import { type Column, median } from "../table.ts";
import { slowDown } from "./clicks.ts";

/* Taps on a slow phone, which rests on no link before, on what the header leads to. */

type TapFigures = { tap: string; milliseconds: number; goal: number };
export const tapColumns: readonly Column<TapFigures>[] = [
  { title: "a tap on a phone, until the next page is painted", of: ({ tap }) => tap },
  { title: "ms", of: ({ milliseconds }) => Math.round(milliseconds) },
  { title: "goal", of: ({ goal }) => `≤ ${goal}` },
];

/** Long enough for fonts, pictures and what is fetched ahead. */
const settled = 3_000;

/** Medians; of the pages, each with a tap as soon as it is painted, the slowest one's. */
export async function measureTaps(site: string, rounds: number): Promise<TapFigures[]> {
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: flags,
  });
  try {
    const early = new Map<string, number[]>(allPages.map(({ path }) => [path, []]));
    const late: number[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const [path, times] of early)
        times.push((await tapOnBook(browser, site + path, 0)).sinceStart);
      late.push((await tapOnBook(browser, site + pages.home.path, settled)).sinceTap);
    }
    const slowest = Math.max(...[...early.values()].map(median));
    const first = "as soon as the header is painted, from navigation";
    return [
      { tap: `${first}: the slowest page`, milliseconds: slowest, goal: 700 },
      { tap: `${first}: home`, milliseconds: median(early.get(pages.home.path)!), goal: 700 },
      { tap: "on a page at rest, from the tap", milliseconds: median(late), goal: 150 },
    ];
  } finally {
    await browser.close();
  }
}

/** @param rest milliseconds from the first paint to the tap, which the page does itself: no driver delays it */
export async function tapOnBook(
  browser: Browser,
  url: string,
  rest: number,
): Promise<{ sinceStart: number; sinceTap: number }> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const viewport = { width: 412, height: 823, deviceScaleFactor: 1.75 };
    await page.setViewport({ ...viewport, isMobile: true, hasTouch: true });
    await slowDown(page);
    await page.evaluateOnNewDocument(tapWhenPainted, rest);
    await page.goto(url, { waitUntil: "domcontentloaded" });
    const deadline = performance.now() + 30_000;
    while (page.url() === url && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return await page.evaluate(async () => {
      const painted = () => performance.getEntriesByName("first-contentful-paint")[0];
      while (!painted()) await new Promise((resolve) => setTimeout(resolve, 20));
      const since = (moment: string) =>
        performance.timeOrigin + painted()!.startTime - Number(localStorage.getItem(moment));
      return { sinceStart: since("started"), sinceTap: since("tapped") };
    });
  } finally {
    await context.close();
  }
}

/** Runs in the page. On the next one the moments are there already. */
function tapWhenPainted(rest: number): void {
  if (localStorage.getItem("started")) return;
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName("first-contentful-paint").length === 0) return;
    setTimeout(() => {
      localStorage.setItem("started", String(performance.timeOrigin));
      localStorage.setItem("tapped", String(performance.timeOrigin + performance.now()));
      document.querySelector<HTMLElement>('header div > a[href="/book"]')?.click();
    }, rest);
  }).observe({ type: "paint", buffered: true });
}
