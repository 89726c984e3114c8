import { hash } from "node:crypto";
import { Features, type Selector, transform } from "lightningcss";

/* The whole stylesheet would cost the home page a second round trip; it loads before React (inline-script.ts). */

const style = /(?<=<style(?: nonce="[^"]*")?>)[\s\S]*?(?=<\/style>)/;

/** Rules by stylesheet and the names a page uses; most pages differ by their words alone. */
const known = new Map<string, string>();
const mostKnown = 100;

/** Throws if the page has no stylesheet, or its scripts would not load the whole one later. */
export function withUsedRules(html: string): string {
  const rules = style.exec(html)?.[0];
  const needsWhole = /<script [^>]*\bid="deferred"/.test(html);
  if (!rules || (needsWhole && !/ id="deferred" data-stylesheet="\//.test(html)))
    throw new Error("The page has no stylesheet or no deferred script.");
  const rest = html.replace(style, "");
  const classes = new Set(
    Array.from(rest.matchAll(/ class="([^"]*)"/g), ([, names]) =>
      unescaped(names!).split(/\s+/),
    ).flat(),
  );
  const elements = new Set(Array.from(rest.matchAll(/<([a-z][a-z0-9]*)/g), ([, name]) => name!));
  const inputs = new Set(Array.from(rest.matchAll(/ type="(\w+)"/g), ([, type]) => type!));
  const page = { classes, elements, inputs, properties: propertiesRead(rest) };
  const named = Object.values(page).map((names) => [...names].sort());
  const key = hash("sha256", JSON.stringify([rules, named]));
  const used = known.get(key) ?? usedRules(rules, page);
  if (known.size >= mostKnown) known.clear();
  known.set(key, used);
  // The whole stylesheet has Tailwind's licence notice.
  return html.replace(style, () => used.replace(/\/\*![^*]*\*\//, ""));
}

type Names = Record<"classes" | "elements" | "inputs" | "properties", Set<string>>;

/** What Tailwind adds for browsers older than those meant, which have @property and color-mix(). */
const forOlder = /@layer properties\{@supports [^{]*\{[^{}]*\{[^{}]*\}\}\}/;
const whereMixed = /@supports \(color:color-mix\([^)]*\)\)\{((?:[^{}]*\{[^{}]*\})*)\}/g;

function usedRules(rules: string, page: Names): string {
  const trimmed = rulesFor(page, rules.replace(forOlder, "").replaceAll(whereMixed, "$1"));
  // Custom properties that nothing on the page reads.
  const read = new Set([...page.properties, ...propertiesRead(trimmed)]);
  const set = new Set(Array.from(trimmed.matchAll(/--[\w-]+(?=:| ?\{)/g), ([name]) => name));
  const animations = trimmed.match(/animation(-name)?:[^;}]*/g)?.join(" ") ?? "";
  const frames = Array.from(trimmed.matchAll(/@keyframes ([\w-]+)/g), ([, name]) => name!);
  const unused = [
    ...[...set].filter((name) => !read.has(name)),
    ...frames.filter((name) => !animations.includes(name)),
  ];
  return rulesWithout(unused, trimmed);
}

function propertiesRead(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(/var\((--[\w-]+)/g), ([, name]) => name!));
}

/** Parts of controls that only these input types have. */
const partsOf: readonly [part: RegExp, types: readonly string[]][] = [
  [/^-webkit-(date|calendar)/, ["date", "time", "month", "week"]],
  [/^-webkit-(inner|outer)-spin/, ["number", "date", "time"]],
  [/^-webkit-search/, ["search"]],
  [/^file-selector-button$/, ["file"]],
];

function rulesFor({ classes, elements, inputs }: Names, css: string): string {
  const mayMatch = (selector: Selector): boolean =>
    selector.every((part) => {
      if (part.type === "type") return elements.has(part.name);
      if (part.type === "class") return classes.has(part.name);
      if (part.type === "pseudo-class" && part.kind === "is") return part.selectors.some(mayMatch);
      if (part.type !== "pseudo-element") return true;
      const name = "name" in part ? part.name : part.kind;
      const control = partsOf.find(([pattern]) => pattern.test(name));
      return !control || control[1].some((type) => inputs.has(type));
    });
  return transform({
    filename: "site.css",
    code: Buffer.from(css),
    targets,
    exclude: Features.LightDark,
    visitor: { Selector: (selector) => (mayMatch(selector) ? selector : []) },
  }).code.toString();
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

const version = (major: number, minor = 0) => (major << 16) | (minor << 8);
/** Vite's own targets: others would undo its transforms for these browsers. */
const targets = {
  chrome: version(111),
  edge: version(111),
  firefox: version(114),
  safari: version(16, 4),
  ios_saf: version(16, 4),
};

/** `unusedSymbols` are names of classes, animations or custom properties. */
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
