import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rulesWithout, withUsedRules } from "#app/document/page-styles.server.ts";

/* Built pages carry a part of the stylesheet, whose declarations stay as they are. */

const assets = join(import.meta.dirname, "../build/client/assets");
const stylesheet = readFileSync(
  join(
    assets,
    readdirSync(assets).find((file) => /^site-[\w-]+\.css$/.test(file))!,
  ),
  "utf8",
);
const declarations = (css: string) =>
  new Set(Array.from(css.matchAll(/[{;]([\w-]+:[^;{}]+)/g), ([, declaration]) => declaration!));

test("a kept rule keeps every declaration, also those for one browser", () => {
  const [before, after] = [declarations(stylesheet), declarations(rulesWithout([], stylesheet))];
  expect(before.size).toBeGreaterThan(200);
  expect([...before].filter((declaration) => !after.has(declaration))).toEqual([]);
});

function kept(css: string, body: string): string {
  const deferred = '<script type="text/plain" id="deferred" data-stylesheet="/site.css"></script>';
  const page = withUsedRules(`<style>${css}</style>${body}${deferred}`);
  return /<style>(.*)<\/style>/.exec(page)![1]!;
}

test("the rules of an unused class go, and nothing else", () => {
  const css =
    ".a{color:red}.b,.a.b{color:#00f}:not(.b){margin:0}p{color:green}:is(.b p,.c){top:0}:is(.b,.a p){left:0}";
  expect(kept(css, '<p class="a"></p>')).toBe(
    ".a{color:red}:not(.b){margin:0}p{color:green}:is(.b,.a p){left:0}",
  );
});

test("the rules of elements and controls that a page does not have go", () => {
  const css = "p{color:red}b,i{margin:0}:where(b) p{top:0}::-webkit-date-and-time-value{left:0}";
  expect(kept(css, "<p></p>")).toBe("p{color:red}:where(b) p{top:0}");
  expect(kept(css, '<i></i><input type="date"/>')).toBe(
    "i{margin:0}::-webkit-date-and-time-value{left:0}",
  );
});
