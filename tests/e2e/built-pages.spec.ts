import type { Page } from "@playwright/test";
import { frameHosts } from "#app/content/calendars.ts";
import { allPages, pages } from "#app/content/pages.ts";
import { expect, hydrated, painted, phone, test, wideScreen } from "./support/fixtures.ts";
import { holdRequests } from "./support/guard.ts";

/*
 * A built page carries the rules that it uses, and is right before the application has started; the whole stylesheet is
 * loaded with React.
 */

const stylesheetUrl = /\/assets\/site-[\w-]+\.css$/;

/** Where an element of the page looks otherwise once it has all rules of that stylesheet. */
async function differences(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const address = document.getElementById("deferred")!.dataset.stylesheet!;
    const everything = await new CSSStyleSheet().replace(await (await fetch(address)).text());
    const declaredIn = ({ cssRules }: { cssRules: CSSRuleList }): string[] =>
      Array.from(cssRules).flatMap((rule) => [
        ...("style" in rule ? (rule as CSSStyleRule).style : []),
        ...("cssRules" in rule ? declaredIn(rule as CSSGroupingRule) : []),
      ]);
    const names = [...new Set(declaredIn(everything))].filter((name) => !name.startsWith("--"));
    if (names.length < 100) throw new Error(`It declares ${names.length} properties only.`);
    const looks = () =>
      [...document.querySelectorAll("*")].flatMap((element) =>
        ["", "::before", "::after"].flatMap((part) => {
          const style = getComputedStyle(element, part);
          const shown = part === "" || style.content !== "none" ? names : ["content"];
          return shown.map((name) => ({ element, part, name, look: style.getPropertyValue(name) }));
        }),
      );
    const before = looks();
    document.adoptedStyleSheets = [everything];
    const after = looks();
    document.adoptedStyleSheets = [];
    return before.flatMap(({ element, part, name, look }, at) =>
      look === after[at]!.look
        ? []
        : [`${element.tagName} ${element.className}${part} ${name}: ${look}, ${after[at]!.look}`],
    );
  });
}

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

test("every page looks the same with the full stylesheet, and is the same once hydrated", async ({
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
      for (const screen of [phone, wideScreen]) {
        await page.setViewportSize(screen);
        expect.soft(await differences(page), `${path} at ${screen.width} px`).toEqual([]);
      }
      // A pointer would lie on the next page and start it.
      await page.keyboard.press("Tab");
      await hydrated(page);
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

/** Waits until the application's scripts have come and done what they can do for now. */
async function scriptsThere(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/entry.client")),
  );
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
}

test("hydration waits for the full stylesheet", async ({ page }) => {
  await page.addInitScript(() =>
    addEventListener(
      "hydrated",
      () =>
        (document.documentElement.dataset.begunWith = Object.keys(
          document.getElementById("stylesheet")!.dataset,
        ).join()),
    ),
  );
  const stylesheet = await holdRequests(page, ({ url }) => stylesheetUrl.test(url));
  await page.goto("/about");
  await painted(page);
  await page.mouse.move(100, 100);
  await scriptsThere(page);
  await expect(page.locator("html[data-hydrated]")).not.toBeAttached();
  await stylesheet.release();
  await hydrated(page);
  await expect(page.locator("html")).toHaveAttribute("data-begun-with", "loaded");
});

test("without it the page works unhydrated", async ({ page, guard }) => {
  guard.expectConsole(/status of 404/);
  await page.route(stylesheetUrl, (route) => route.fulfill({ status: 404 }));
  await page.goto("/about");
  await painted(page);
  const refused = page.waitForResponse(stylesheetUrl);
  await page.mouse.move(100, 100);
  await refused;
  await scriptsThere(page);
  await expect(page.locator("html[data-hydrated]")).not.toBeAttached();
  await page.evaluate(() => (document.body.dataset.same = ""));
  await page.getByRole("banner").getByRole("link", { name: "Coaching" }).click();
  await expect(page).toHaveURL("/coaching");
  await expect(page.locator("body[data-same]")).not.toBeAttached();
  await expect(page.locator("html[data-hydrated]")).not.toBeAttached();
});
