import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

/* The direction of imports (docs/decisions/0001-layers.md), with the guilty line named. */

const root = join(import.meta.dirname, "..");
const app = join(root, "app");

const files = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(app, file), "utf8") }));

/** From which rooms a room may take. Its own files are always at hand. */
const mayImport: Record<string, readonly string[]> = {
  values: [],
  content: ["values"],
  document: ["content", "values"],
  server: ["document", "content", "values"],
  ui: ["document", "content", "values"],
  features: ["server", "ui", "document", "content", "values"],
  routes: ["features", "server", "ui", "document", "content", "values"],
};

const importPattern =
  /^(?:import|export)(?<typeOnly> type)?(?: [^"';]*?from)? "(?<target>[#.][^"]+)";/gms;

function importsOf({ file, text }: (typeof files)[number]) {
  return [...text.matchAll(importPattern)].flatMap(({ groups, index }) => {
    const target = groups!.target!;
    if (/\+types|\.css/.test(target)) return [];
    const path = target.startsWith("#app/")
      ? target.slice(5)
      : target.startsWith("#")
        ? target
        : relative(app, join(app, dirname(file), target));
    const line = text.slice(0, index).split("\n").length;
    return [{ from: file, path, line, erased: groups!.typeOnly !== undefined }];
  });
}

const imports = files.flatMap(importsOf);
const room = (path: string) => (path.includes("/") ? path.split("/")[0]! : "");
const at = ({ from, line, path }: (typeof imports)[number]) =>
  `app/${from}:${line} imports ${path}`;

test("the pattern finds the imports", () => {
  expect(imports.length).toBeGreaterThan(1000);
});

test("imports point down: routes, features, then ui, server, document, content, values", () => {
  const wrong = imports.filter(({ from, path, erased }) => {
    const allowed = mayImport[room(from)];
    const target = room(path);
    // A type is erased: a browser file may name the shape of a table or of a form's answer.
    if (!allowed || erased || target === room(from)) return false;
    return !allowed.includes(target);
  });
  expect(wrong.map(at)).toEqual([]);
});

test("features do not import each other, except those that any may use", () => {
  const shared = ["email", "auth", "audit", "intake", "invoices", "reminders", "site-pictures"];
  const noun = (path: string) => path.split("/")[1]!;
  const wrong = imports.filter(
    ({ from, path }) =>
      room(from) === "features" &&
      room(path) === "features" &&
      noun(from) !== noun(path) &&
      !shared.includes(noun(path)),
  );
  expect(wrong.map(at)).toEqual([]);
});

test("browser code never imports server code", () => {
  const isServer = (file: string) =>
    file.includes(".server.") ||
    room(file) === "routes" ||
    file.startsWith("entry.server") ||
    room(file) === "";
  const wrong = imports.filter(
    ({ from, path, erased }) => !isServer(from) && path.includes(".server.") && !erased,
  );
  expect(wrong.map(at)).toEqual([]);
});

test("every advisory lock has its own number", () => {
  const numbers = files.flatMap(({ text }) =>
    [...text.matchAll(/^const \w+Lock = ([\d_]+);/gm)].map(([, number]) => number),
  );
  expect(numbers.length).toBeGreaterThan(1);
  expect(numbers).toEqual([...new Set(numbers)]);
});

test("no file or folder is called utils, helpers, misc or lib", () => {
  expect(
    files
      .map(({ file }) => file)
      .filter((file) => /(^|\/)(utils?|helpers?|misc|lib|index)(\.|\/)/.test(file)),
  ).toEqual([]);
});
