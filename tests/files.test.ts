import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/* The size of files and lines, and the names they export (STYLE.md). */

const root = join(import.meta.dirname, "..");
const folders = ["app", "bench", "scripts", "tests"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
    join(folder, file),
  ),
);
const files = [...readdirSync(root), ...folders]
  .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.gen\.|node_modules/.test(file))
  .map((file) => ({ file, lines: readFileSync(join(root, file), "utf8").trimEnd().split("\n") }));

const longerThan = (most: number, isMeant = (_file: string) => true) =>
  files.filter(({ file, lines }) => isMeant(file) && lines.length > most).map(({ file }) => file);

test("no file is longer than 400 lines", () => {
  expect(files.length).toBeGreaterThan(500);
  expect(longerThan(400)).toEqual([]);
});

test("no line is longer than 120 columns", () => {
  const wide = files.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) => (line.length > 120 ? [`${file}:${index + 1}`] : [])),
  );
  expect(wide).toEqual([]);
});

const isTest = ({ file }: { file: string }) => /\.(test|spec)\.|^tests\//.test(file);
const sum = (some: typeof files) => some.reduce((lines, one) => lines + one.lines.length, 0);
const scripts = files.filter((one) => /\.tsx?$/.test(one.file) && !isTest(one));
const source = scripts.filter(({ file }) => file.startsWith("app/"));
const textOf = ({ lines }: (typeof files)[number]) => lines.join("\n");

/** The files that import each file, without tests. */
const importers = Map.groupBy(
  scripts.flatMap((from) =>
    [...textOf(from).matchAll(/\bfrom "([#.][^"]+)"|\bimport\("([#.][^"]+)"\)/g)].map(
      ([, named, loaded]) => ({ from, to: target(from.file, (named ?? loaded)!) }),
    ),
  ),
  ({ to }) => to,
);

function target(from: string, name: string): string {
  return name.startsWith("#") ? name.slice(1) : join(from, "..", name);
}

const importersOf = (file: string) => [
  ...new Set((importers.get(file) ?? []).map(({ from }) => from)),
];

/** The most files in a folder `pattern` names. */
const fullest = (pattern: RegExp) =>
  Math.max(
    ...[...Map.groupBy(source, ({ file }) => pattern.exec(file)?.[1])]
      .filter(([folder]) => folder)
      .map(([, some]) => some.length),
  );

function shareOfComments(): number {
  const comments = source.flatMap(
    (one) => textOf(one).match(/\/\*[\s\S]*?\*\/|^\s*\/\/.*/gm) ?? [],
  );
  return (100 * comments.join("\n").split("\n").length) / sum(source);
}

/** In percent: exports that fewer than two other files use. */
function shareOfLoneExports(): number {
  const exported = /^export (?:async )?(?:function|const|class|type|interface) (\w+)/gm;
  const uses = source.flatMap((one) =>
    [...textOf(one).matchAll(exported)].map(
      ([, name]) =>
        importersOf(one.file).filter((other) => new RegExp(`\\b${name}\\b`).test(textOf(other)))
          .length,
    ),
  );
  return Math.round((100 * uses.filter((count) => count < 2).length) / uses.length);
}

/** What new capabilities add to the house below: lines of source, files, lines of tests. */
const capabilities: [string, number, number, number][] = [
  ["newsletters", 2_610, 27, 786],
  ["exam sessions, the family's page, the board", 2_167, 16, 956],
  ["sheet music and the exam day", 1_958, 27, 874],
  ["installation, updates, sealed backups", 256, 3, 652],
  ["import", 2182, 21, 996],
  ["hidden pages, What's on, links in words", 744, 7, 549],
  ["roles", 628, 3, 266],
  ["set-up", 1639, 13, 443],
  ["a logo of hers, kinds of session that she adds, a CV", 788, 5, 302],
  ["speed", 551, 0, 210],
  ["what a set-up by the clock showed", 341, 2, 212],
  ["a day called off, then changed", 84, 0, 109],
  ["this table", 0, 0, 20],
];
const added = (column: 1 | 2 | 3) => capabilities.reduce((all, one) => all + one[column], 0);

test("the house grows no heavier", () => {
  // Only ever lowered; a new capability names what it adds above.
  const most = {
    "source lines": 84_540 + added(1),
    "source files": 524 + added(2),
    "files with one importer": 90,
    "exports without a second user, in percent": 57,
    "files of a noun": 14,
    "files of an admin page": 4,
    "client actions": 1,
    "test lines": 62_631 + added(3),
    "comments, in percent": 4,
  };
  const today: typeof most = {
    "source lines": sum(files.filter((one) => one.file.startsWith("app/") && !isTest(one))),
    "source files": source.length,
    "files with one importer": source.filter(({ file }) => importersOf(file).length === 1).length,
    "exports without a second user, in percent": shareOfLoneExports(),
    "files of a noun": fullest(/^app\/features\/([\w-]+)\//),
    "files of an admin page": fullest(/^app\/routes\/admin\/([\w-]+)\//),
    "client actions": source.filter((one) =>
      /^export (async )?function clientAction/m.test(textOf(one)),
    ).length,
    "test lines": sum(files.filter(isTest)),
    "comments, in percent": shareOfComments(),
  };
  const heavier = Object.entries(today).filter(
    ([name, count]) => count > most[name as keyof typeof most],
  );
  expect(Object.fromEntries(heavier)).toEqual({});
});

/** Exports of routes that the framework finds by name. */
const routeExports = new Set(
  (
    "loader action clientLoader clientAction meta links handle headers middleware " +
    "shouldRevalidate ErrorBoundary Layout"
  ).split(" "),
);

test("no two exported symbols share a name", () => {
  const exported =
    /^export (?:default )?(?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/;
  const homes = Map.groupBy(
    files.flatMap(({ file, lines }) =>
      lines.flatMap((line) => {
        const name = exported.exec(line)?.[1];
        return name && !routeExports.has(name) ? [{ name, file }] : [];
      }),
    ),
    ({ name }) => name,
  );
  expect(homes.size).toBeGreaterThan(1_000);
  const shared = [...homes].filter(([, at]) => new Set(at.map(({ file }) => file)).size > 1);
  expect(shared.map(([name, at]) => `${name}: ${at.map(({ file }) => file).join(", ")}`)).toEqual(
    [],
  );
});
