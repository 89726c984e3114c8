import { readFileSync, writeFileSync } from "node:fs";

/*
 * Writes app/ui/icons.gen.tsx, the icons of the pages, from Lucide's drawings; with --check it exits 1 where
 * that file is stale. A new icon is a name here and a run.
 */

const names = [
  "activity",
  "arrow-down",
  "arrow-left",
  "arrow-right",
  "arrow-up",
  "calendar-days",
  "chevron-down",
  "chevron-left",
  "chevron-right",
  "chevron-up",
  "chevrons-up-down",
  "clock",
  "file-text",
  "globe",
  "house",
  "inbox",
  "layout-template",
  "menu",
  "music",
  "newspaper",
  "plus",
  "search",
  "send",
  "sun-moon",
  "tags",
  "users",
  "wallet",
  "x",
];

const source = new URL("../node_modules/@iconify-json/lucide/icons.json", import.meta.url);
const target = new URL("../app/ui/icons.gen.tsx", import.meta.url);
type Drawings = { icons: Record<string, { body: string } | undefined> };
const { icons } = JSON.parse(readFileSync(source, "utf8")) as Drawings;

/** What every drawing has; `drawn` says it once. */
const shared =
  ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

function written(name: string): string {
  const body = icons[name]?.body;
  if (!body?.includes(shared)) throw new Error(`Lucide has no drawing of lines named ${name}.`);
  const shapes = body.replace(shared, "").replace(/^<g>(.*)<\/g>$/, "$1");
  const component = name.replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());
  return `export const ${component} = drawn(<>${shapes}</>);\n`;
}

const text = `// Written by scripts/icons.ts; do not edit.
// Drawings: Lucide, ISC License, © Lucide Icons and Contributors.
import { drawn } from "./icon.tsx";

${names.map(written).join("")}`;
if (!process.argv.includes("--check")) writeFileSync(target, text);
else if (readFileSync(target, "utf8") !== text) {
  console.error("Stale icons, run scripts/icons.ts.");
  process.exitCode = 1;
}
