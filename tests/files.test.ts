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

test("no file is longer than 300 lines, no route than 150", () => {
  expect(files.length).toBeGreaterThan(500);
  expect(longerThan(300)).toEqual([]);
  expect(longerThan(150, (file) => file.startsWith("app/routes/"))).toEqual([]);
});

test("no line is longer than 120 columns", () => {
  const wide = files.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) => (line.length > 120 ? [`${file}:${index + 1}`] : [])),
  );
  expect(wide).toEqual([]);
});

/** How heavy the house may be; a figure here is only ever lowered. */
const limits = { sourceLines: 90_100, sourceFiles: 1_181, testLines: 67_500, commentPercent: 4 };

test("the house grows no heavier", () => {
  const isTest = (file: string) => /\.(test|spec)\.|^tests\//.test(file);
  const sizeOf = (some: typeof files) => some.reduce((sum, { lines }) => sum + lines.length, 0);
  const source = files.filter(({ file }) => /^app\/.*\.tsx?$/.test(file) && !isTest(file));
  const comments = source.flatMap(
    ({ lines }) =>
      lines
        .join("\n")
        .match(/\/\*[\s\S]*?\*\/|^\s*\/\/.*/gm)
        ?.join("\n")
        .split("\n") ?? [],
  );
  expect.soft(sizeOf(source)).toBeLessThanOrEqual(limits.sourceLines);
  expect.soft(source.length).toBeLessThanOrEqual(limits.sourceFiles);
  expect
    .soft(sizeOf(files.filter(({ file }) => isTest(file))))
    .toBeLessThanOrEqual(limits.testLines);
  expect((100 * comments.length) / sizeOf(source)).toBeLessThan(limits.commentPercent);
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
