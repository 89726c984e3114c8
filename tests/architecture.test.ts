import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

/* The direction of imports (docs/decisions/0001-layers.md), with the guilty line named. */

const root = join(import.meta.dirname, "..");
const app = join(root, "app");

const files = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file))
  .map((file) => ({ file, lines: readFileSync(join(app, file), "utf8").split("\n") }));

/** From which rooms a room may take. Its own files are always at hand. */
const mayImport: Record<string, readonly string[]> = {
  values: [],
  content: ["values"],
  server: ["content", "values"],
  ui: ["content", "values"],
  features: ["server", "ui", "content", "values"],
  routes: ["features", "server", "ui", "content", "values"],
};

const importPattern = /^\s*(import|export)\b(?<typeOnly> type)?.*?from "(?<target>[#.][^"]+)"|^\s*import "(?<bare>[#.][^"]+)"/;

function importsOf({ file, lines }: (typeof files)[number]) {
  return lines.flatMap((line, index) => {
    const { target = undefined, bare = undefined, typeOnly = undefined } = importPattern.exec(line)?.groups ?? {};
    const written = target ?? bare;
    if (!written || /\+types|\.css/.test(written)) return [];
    const path = written.startsWith("#app/") ? written.slice(5) : written.startsWith("#") ? written : relative(app, join(app, dirname(file), written));
    return [{ from: file, path, line: index + 1, erased: typeOnly !== undefined }];
  });
}

const imports = files.flatMap(importsOf);
const room = (path: string) => (path.includes("/") ? path.split("/")[0]! : "");
const at = ({ from, line, path }: (typeof imports)[number]) => `app/${from}:${line} imports ${path}`;

test("the walk finds the imports it judges", () => {
  expect(imports.length).toBeGreaterThan(150);
});

test("imports point down: routes, features, then ui, server, content, values", () => {
  const wrong = imports.filter(({ from, path, erased }) => {
    const allowed = mayImport[room(from)];
    const target = room(path);
    // A type is erased: a browser file may name the shape of a table or of a form's answer.
    if (!allowed || erased || target === room(from)) return false;
    return !allowed.includes(target);
  });
  expect(wrong.map(at)).toEqual([]);
});

test("features meet in routes, never in each other; letters and the administrator are the shared nouns", () => {
  const shared = ["email", "auth"];
  const noun = (path: string) => path.split("/")[1]!;
  const wrong = imports.filter(({ from, path }) => room(from) === "features" && room(path) === "features" && noun(from) !== noun(path) && !shared.includes(noun(path)));
  expect(wrong.map(at)).toEqual([]);
});

test("what the browser loads never takes server code", () => {
  const isServer = (file: string) => file.includes(".server.") || room(file) === "routes" || file.startsWith("entry.server") || room(file) === "";
  const wrong = imports.filter(({ from, path, erased }) => !isServer(from) && path.includes(".server.") && !erased);
  expect(wrong.map(at)).toEqual([]);
});

test("no file written by hand is longer than 300 lines", () => {
  const written = ["server.ts", ...["app", "scripts", "tests"].flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)))].filter((file) => /\.tsx?$/.test(file) && !/\.gen\.tsx?$/.test(file));
  const long = written.map((file) => ({ file, length: readFileSync(join(root, file), "utf8").split("\n").length }));
  expect(long.filter(({ length }) => length > 300)).toEqual([]);
});

test("each lock that processes share in the database has a number of its own", () => {
  const numbers = files.flatMap(({ lines }) => lines.flatMap((line) => /^const \w+Lock = ([\d_]+);/.exec(line)?.[1] ?? []));
  expect(numbers.length).toBeGreaterThan(1);
  expect(numbers).toEqual([...new Set(numbers)]);
});

test("no room is called utils, helpers, misc or lib", () => {
  expect(files.map(({ file }) => file).filter((file) => /(^|\/)(utils?|helpers?|misc|lib|index)(\.|\/)/.test(file))).toEqual([]);
});
