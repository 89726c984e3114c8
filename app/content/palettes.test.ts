import { expect, test } from "vitest";
import { inPalette, paletteLabels, paletteNames, paletteStyles } from "./palettes.ts";

test("each palette has a name of its own", () => {
  expect(new Set(Object.values(paletteLabels)).size).toBe(paletteNames.length);
});

test("the usual palette adds nothing to a page, and neither does one that no release knows", () => {
  expect(paletteStyles("wine")).toBe("");
  expect(paletteStyles("toString")).toBe("");
});

test("another palette sets its colours for the screen alone: paper stays white", () => {
  const styles = paletteStyles("forest");
  expect(styles).toMatch(/^@media screen\{html:root\{.*\}\}$/);
  expect(styles).toContain("--accent:var(--lightningcss-light,#1f5540)var(--lightningcss-dark,#8f");
});

test("a drawing changes its colours by their role, whatever their case", () => {
  const drawn = '<path fill="#7A1F35"/><path fill="#e39aa4"/><path fill="#123456"/>';
  expect(inPalette(drawn, "forest")).toBe(
    '<path fill="#1f5540"/><path fill="#8fcdb0"/><path fill="#123456"/>',
  );
});
