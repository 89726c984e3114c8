import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Features, transform } from "lightningcss";

/*
 * A built page inlines only the rules that it uses: with the whole stylesheet the home page would
 * need a second round trip (docs/decisions/0011-speed.md). The whole one is loaded before React,
 * which may open other pages (app/document/inline-script.ts, app/entry.client.tsx). Rules without a
 * class stay in every page.
 */

const style = /(?<=<style>)[\s\S]*?(?=<\/style>)/;
const deferredScript = '<script type="text/plain" id="deferred"';

/** Throws for a page without a stylesheet or deferred script. */
export function trimStyles(client: string): void {
  const stylesheet = readdirSync(join(client, "assets")).find((file) =>
    /^site-[\w-]+\.css$/.test(file),
  );
  const pages = readdirSync(client, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".html"),
  );
  for (const page of pages) {
    const file = join(client, page);
    const html = readFileSync(file, "utf8");
    if (!stylesheet || !style.test(html) || !html.includes(deferredScript))
      throw new Error(`${file} has no stylesheet or no deferred script.`);
    const marked = `${deferredScript} data-stylesheet="/assets/${stylesheet}"`;
    writeFileSync(file, withUsedRules(html).replace(deferredScript, marked));
  }
}

function withUsedRules(html: string): string {
  const rules = style.exec(html)![0];
  const used = new Set(
    Array.from(html.matchAll(/ class="([^"]*)"/g), ([, names]) =>
      unescaped(names!).split(/\s+/),
    ).flat(),
  );
  const unused = classesOf(rules).filter((name) => !used.has(name));
  const trimmed = html.replace(style, () => rulesWithout(unused, rules));
  return trimmed.replace(style, (rest) => rulesWithout(unusedProperties(rest, trimmed), rest));
}

const entities: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&amp;": "&",
};

function unescaped(value: string): string {
  return value.replace(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => entities[entity]!);
}

function classesOf(css: string): string[] {
  const found = new Set<string>();
  transform({
    filename: "site.css",
    code: Buffer.from(css),
    visitor: {
      Selector(selector) {
        for (const part of selector) if (part.type === "class") found.add(part.name);
      },
    },
  });
  return [...found];
}

/** Custom properties that nothing on the page reads; most belong to removed classes. */
function unusedProperties(css: string, page: string): string[] {
  const read = new Set(Array.from(page.matchAll(/var\((--[\w-]+)/g), ([, name]) => name));
  const set = new Set(Array.from(css.matchAll(/--[\w-]+(?=[:{])/g), ([name]) => name));
  return [...set].filter((name) => !read.has(name));
}

const version = (major: number, minor = 0) => (major << 16) | (minor << 8);
/** Vite's own targets: others would undo what it did for these browsers. */
const targets = {
  chrome: version(111),
  edge: version(111),
  firefox: version(114),
  safari: version(16, 4),
  ios_saf: version(16, 4),
};

/** `unusedSymbols` are classes and custom properties. */
export function rulesWithout(unusedSymbols: string[], css: string): string {
  return transform({
    filename: "site.css",
    code: Buffer.from(css),
    minify: true,
    targets,
    // Vite has replaced every light-dark() already.
    exclude: Features.LightDark,
    unusedSymbols,
  }).code.toString();
}
