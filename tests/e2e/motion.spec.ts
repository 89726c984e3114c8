import { allPages } from "#app/content/pages.ts";
import { expect, test } from "./support/fixtures.ts";

test("what moves by itself on a public page is moved without its main thread", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const moving = new Set<string>();
  for (const { path } of allPages) {
    await page.goto(path);
    const properties = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => effect!.getComputedTiming().duration !== 0)
        .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes())
        .flatMap((keyframe) => Object.keys(keyframe)),
    );
    for (const property of properties) moving.add(property);
  }
  for (const stated of ["offset", "computedOffset", "easing", "composite"]) moving.delete(stated);
  expect([...moving]).toEqual(["transform"]);
});
