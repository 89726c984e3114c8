import { hash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Features, transform } from "lightningcss";

/*
 * A built page carries the rules that it uses, not those of all pages. The whole sheet becomes a
 * file, which the application brings along before it changes anything (ui/boot.ts, entry.client.tsx).
 * Rules without a class stay in every page.
 */

const style = /(?<=<style>)[\s\S]*?(?=<\/style>)/;
const application = '<script type="text/plain" id="deferred"';

/** Trims the style sheet of every page in a build's client folder. Throws when a page is written differently than expected. */
export function trimStyles(client: string): void {
  const pages = readdirSync(client, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".html"),
  );
  const documents = pages.map((page) => ({
    file: join(client, page),
    html: readFileSync(join(client, page), "utf8"),
  }));
  const sheets = new Set(documents.map(({ html }) => style.exec(html)?.[0]));
  const [sheet] = sheets;
  if (!sheet || sheets.size > 1)
    throw new Error("The built pages do not all carry the same style sheet.");

  const address = `/assets/sheet-${hash("sha256", sheet, "base64url").slice(0, 8)}.css`;
  writeFileSync(join(client, address), sheet);
  const classes = classesOf(sheet);
  for (const { file, html } of documents) {
    if (!html.includes(application))
      throw new Error(`${file} does not say where its application is.`);
    const used = new Set(
      Array.from(html.matchAll(/ class="([^"]*)"/g), ([, names]) =>
        unescaped(names!).split(/\s+/),
      ).flat(),
    );
    const page = html.replace(style, () =>
      rulesWithout(
        classes.filter((name) => !used.has(name)),
        sheet,
      ),
    );
    const trimmed = page.replace(style, (rules) =>
      rulesWithout(unusedProperties(rules, page), rules),
    );
    writeFileSync(file, trimmed.replace(application, `${application} data-sheet="${address}"`));
  }
}

const signs: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&amp;": "&",
};

/** An attribute's value as React wrote it. */
function unescaped(value: string): string {
  return value.replace(/&(?:lt|gt|quot|#x27|amp);/g, (escaped) => signs[escaped]!);
}

function classesOf(sheet: string): string[] {
  const found = new Set<string>();
  transform({
    filename: "sheet.css",
    code: Buffer.from(sheet),
    visitor: {
      Selector(selector) {
        for (const part of selector) if (part.type === "class") found.add(part.name);
      },
    },
  });
  return [...found];
}

/** Custom properties that the rules set and nothing on the page reads: most belong to classes that are gone. */
function unusedProperties(rules: string, page: string): string[] {
  const read = new Set(Array.from(page.matchAll(/var\((--[\w-]+)/g), ([, name]) => name));
  const set = new Set(Array.from(rules.matchAll(/--[\w-]+(?=[:{])/g), ([name]) => name));
  return [...set].filter((name) => !read.has(name));
}

const version = (major: number, minor = 0) => (major << 16) | (minor << 8);
/** The browsers that Vite has written the sheet for; what it did for them must not be undone. */
const targets = {
  chrome: version(111),
  edge: version(111),
  firefox: version(114),
  safari: version(16, 4),
  ios_saf: version(16, 4),
};

/** A sheet without the rules of these classes and the values of these properties; all others as they are. */
export function rulesWithout(unusedSymbols: string[], sheet: string): string {
  // Vite has made two values of every light-dark() already.
  return transform({
    filename: "sheet.css",
    code: Buffer.from(sheet),
    minify: true,
    targets,
    exclude: Features.LightDark,
    unusedSymbols,
  }).code.toString();
}
