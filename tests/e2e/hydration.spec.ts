import { frameHosts } from "#app/content/frames.ts";
import { allPages } from "#app/content/pages.ts";
import { expect, hydrateByMoving, test } from "./support/fixtures.ts";

/* What a page shows before the application has started is already right, the active entry of the header for one. */

test("every page is the same before and after hydration", async ({ page, guard }) => {
  for (const host of frameHosts()) await guard.fakePage(host);
  for (const { path } of allPages)
    await test.step(path, async () => {
      const built = await (await page.request.get(path)).text();
      await page.goto(path);
      await hydrateByMoving(page);
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
});

test("a page below an entry marks it as its section, without the application's scripts", async ({
  page,
}) => {
  for (const [path, name] of [
    ["/voice-piano-services", "Coaching"],
    ["/music-director-pianist", "Projects & Resources"],
    ["/live-piano-services", "Projects & Resources"],
    ["/ameb-accompanying", "Projects & Resources"],
    ["/archive", "Projects & Resources"],
  ] as const) {
    await page.goto(path);
    await expect(page.locator("html[data-hydrated]")).not.toBeAttached();
    // In the header, and in the panel that a phone opens.
    await expect(page.locator('header [aria-current="true"]')).toHaveText([name, name]);
  }
});

test("the header's entry of a page is active without the application's scripts", async ({
  page,
}) => {
  for (const [path, name] of [
    ["/", "Home"],
    ["/about", "About"],
    ["/coaching", "Coaching"],
    ["/projects-resources", "Projects & Resources"],
  ] as const) {
    await page.goto(path);
    await expect(page.locator("html[data-hydrated]")).not.toBeAttached();
    await expect(page.locator('header nav[aria-label="Main"] [aria-current="page"]')).toHaveText(
      name,
    );
  }
});
