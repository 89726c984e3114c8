import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "vite";
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
const offender = (file: string, text: string) => ({ file, text });
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
  const shared = (
    "email auth audit intake business invoices ledger reminders site-pictures services " +
    "calendars diary site-content site-publishing"
  ).split(" ");
  const noun = (path: string) => path.split("/")[1]!;
  const wrong = imports.filter(
    ({ from, path }) =>
      room(from) === "features" &&
      room(path) === "features" &&
      noun(from) !== noun(path) &&
      !shared.includes(noun(path)) &&
      // Today lists what appointments ask for.
      !(noun(from) === "dashboard" && noun(path) === "appointments"),
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

const readsDefaults = ({ from, path, erased }: (typeof imports)[number]) =>
  /^content\/documents(\/|\.ts)/.test(path) &&
  !/^content\/documents(\/|\.ts)/.test(from) &&
  !from.includes(".server.") &&
  !erased;

test("words are read through content(): only the server knows their defaults", () => {
  const wrong = importsOf(
    offender("routes/x.tsx", 'import { homePage } from "#app/content/documents/home.ts";\n'),
  );
  expect(wrong.filter(readsDefaults).map(at)).toEqual([
    "app/routes/x.tsx:1 imports content/documents/home.ts",
  ]);
  expect(imports.filter(readsDefaults).map(at)).toEqual([]);
});

/** The places at which a file calls content() while it loads, when the words are not there yet. */
function earlyReads({ file, text }: (typeof files)[number]): string[] {
  if (!text.includes("content")) return [];
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== "object" || node === null) return;
    const { type, callee, start } = node as Record<string, unknown>;
    if (type === "FunctionDeclaration" || type === "FunctionExpression") return;
    if (type === "ArrowFunctionExpression") return;
    const called = (callee as { name?: string } | undefined)?.name;
    if (type === "CallExpression" && /^content(State)?$/.test(called ?? ""))
      found.push(`app/${file}:${text.slice(0, Number(start)).split("\n").length}`);
    Object.values(node).forEach(walk);
  };
  walk(parseSync(file, text).program);
  return found;
}

test("no words are read while a module loads: they would stay those of the start", () => {
  const wrong = offender("ui/x.tsx", "const a = () => content();\nconst { site } = content();\n");
  expect(earlyReads(wrong)).toEqual(["app/ui/x.tsx:2"]);
  expect(files.flatMap(earlyReads)).toEqual([]);
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

test("what Node runs from source reaches no JSX, which only the build can read", () => {
  const seen = new Set<string>();
  const chain = (path: string, above: readonly string[]): string[] => {
    if (seen.has(path)) return [];
    seen.add(path);
    if (path.endsWith(".tsx")) return [[...above, path].join(" imports ")];
    const text = readFileSync(join(app, path), "utf8");
    return [...text.matchAll(/^(?:import|export) (?!type )[^"';]*?"(?<target>[#.][^"]+)";/gms)]
      .map(({ groups }) => groups!.target!)
      .flatMap((target) =>
        chain(target.startsWith("#app/") ? target.slice(5) : join(dirname(path), target), [
          ...above,
          path,
        ]),
      );
  };
  const commands = [
    "backup",
    "backup-key",
    "build",
    "demo",
    "import",
    "launch-check",
    "launch-data",
    "look",
    "owner",
    "restore",
  ];
  const run = commands.map((name) => `../scripts/${name}.ts`);
  expect([...run, "../bench/main.ts"].flatMap((path) => chain(path, []))).toEqual([]);
  expect(seen.size).toBeGreaterThan(50);
});
