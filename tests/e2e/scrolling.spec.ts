import type { Page } from "@playwright/test";
import {
  expect,
  hydrateByMoving,
  test,
  webFontsShown,
  wideScreen,
  openAndMove,
} from "./support/fixtures.ts";

/* A new page stands at its top at once; a link to a section of the same page travels there. */

test.use({ viewport: wideScreen });

type Frame = { heading: string; top: number };

/** Notes with each frame which page is shown and how far it is scrolled. */
async function watchFrames(page: Page): Promise<{ frames: () => Promise<Frame[]> }> {
  await page.evaluate(() => {
    const frames: Frame[] = [];
    Object.assign(window, { frames });
    const note = () => {
      frames.push({
        heading: document.querySelector("h1")?.textContent ?? "",
        top: Math.round(scrollY),
      });
      requestAnimationFrame(note);
    };
    note();
  });
  return { frames: () => page.evaluate(() => (window as unknown as { frames: Frame[] }).frames) };
}

const scrollToEnd = (page: Page) =>
  page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));

const headerLink = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Main", exact: true })
    .getByRole("link", { name, exact: true });

/** How far the page is scrolled, frame by frame, without repetitions. */
const positions = (frames: Frame[]) =>
  frames.map(({ top }) => top).filter((top, index, all) => top !== all[index - 1]);

/** Counted in frames: on a busy machine the next one may be long in coming. */
const atRest = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let top = -1;
        let still = 0;
        const look = () => {
          still = scrollY === top ? still + 1 : 0;
          top = scrollY;
          if (still === 20) resolve(top);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

test("a header link from far down a page shows the next page at its top in its first frame", async ({
  page,
}) => {
  await openAndMove(page, "/privacy");
  await scrollToEnd(page);
  const { frames } = await watchFrames(page);
  await headerLink(page, "Projects & Resources").click();
  await expect(page).toHaveURL("/projects-resources");
  const ofNextPage = async () =>
    (await frames()).filter(({ heading }) => heading === "Projects and resources");
  await expect.poll(async () => (await ofNextPage()).length).toBeGreaterThan(10);
  expect(positions(await ofNextPage())).toEqual([0]);
});

test("a page that is opened again stays where it is when the first touch starts React", async ({
  page,
}) => {
  await openAndMove(page, "/");
  await scrollToEnd(page);
  const end = await atRest(page);
  await openAndMove(page, "/");
  expect(await atRest(page)).toBe(0);
  await scrollToEnd(page);
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(end);
  await hydrateByMoving(page);
  expect(await atRest(page)).toBe(end);
});

for (const [when, prepare] of [
  ["before hydration", async () => {}],
  ["after hydration", hydrateByMoving],
] as const) {
  test(`a link to a section travels there, ends right below the header and leads back at once, ${when}`, async ({
    page,
  }) => {
    await page.goto("/");
    await prepare(page);
    await webFontsShown(page);
    const { frames } = await watchFrames(page);
    await headerLink(page, "Contact").click();
    await expect(page).toHaveURL("/#contact");
    await expect.poll(async () => positions(await frames()).length).toBeGreaterThan(4);
    await atRest(page);
    const { below, header } = await page.evaluate(() => ({
      below: document.getElementById("contact")!.getBoundingClientRect().top,
      header: document.querySelector("header")!.getBoundingClientRect().bottom,
    }));
    expect(below).toBeGreaterThanOrEqual(header);
    expect(below).toBeLessThan(header + 32);
    if (when === "before hydration") return;
    // Back stands where the page stood, at once.
    const from = await atRest(page);
    const { frames: back } = await watchFrames(page);
    await page.goBack();
    await expect(page).toHaveURL("/");
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    expect(positions(await back())).toEqual([Math.round(from), 0]);
  });
}

test("with reduced motion a link to a section jumps", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openAndMove(page, "/");
  await webFontsShown(page);
  const { frames } = await watchFrames(page);
  await headerLink(page, "Contact").click();
  await expect(page.locator("#contact")).toBeInViewport();
  const rest = await atRest(page);
  expect(positions(await frames())).toEqual([0, Math.round(rest)]);
});
