import type { Page } from "@playwright/test";
import { frameHosts } from "#app/content/frames.ts";
import { allPages, pages } from "#app/content/pages.ts";
import { expect, hydrateByMoving, test } from "./support/fixtures.ts";

/* What a page shows before the application has started is already right, the active entry of the header for one. */

const withCalendar: string[] = [
  pages.bookVoicePiano.path,
  pages.bookEmbodiment.path,
  pages.bookPresence.path,
];

/** What a page moves by itself: the browser moves transforms without its main thread. */
const moved = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => effect!.getComputedTiming().duration !== 0)
      .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes())
      .flatMap((keyframe) => Object.keys(keyframe))
      .filter((name) => !["offset", "computedOffset", "easing", "composite"].includes(name)),
  );

test("every page is the same once hydrated, animates transforms alone, and loads a calendar only to book", async ({
  page,
  guard,
}) => {
  for (const host of frameHosts()) await guard.fakePage(host);
  const moving = new Set<string>();
  for (const { path } of allPages)
    await test.step(path, async () => {
      guard.requests.length = 0;
      const built = await (await page.request.get(path)).text();
      await page.goto(path);
      for (const property of await moved(page)) moving.add(property);
      await hydrateByMoving(page);
      const calendars = guard.requests.filter((asked) => asked.path.startsWith("/book/"));
      if (!withCalendar.includes(path)) expect.soft(calendars, path).toEqual([]);
      const [before, after] = await page.evaluate((html) => {
        const normalised = (document: Document) => {
          const parts = [...document.querySelectorAll("header, #content, footer")];
          return parts.map((part) => {
            const copy = part.cloneNode(true) as Element;
            // What the inline script notes on a frame that it has asked for.
            for (const frame of copy.querySelectorAll("iframe"))
              for (const noted of ["data-answers", "data-loaded"]) frame.removeAttribute(noted);
            // The year of a page that was built in another one.
            for (const year of copy.querySelectorAll("[data-year]")) year.textContent = "";
            return copy.outerHTML.replaceAll(/<!--.*?-->/g, "");
          });
        };
        return [
          normalised(new DOMParser().parseFromString(html, "text/html")),
          normalised(document),
        ];
      }, built);
      expect.soft(before, path).toHaveLength(3);
      expect.soft(after, path).toEqual(before);
    });
  expect([...moving]).toEqual(["transform"]);
});
