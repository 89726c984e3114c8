import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { routePatterns } from "#tests/support/route-paths.ts";

const app = join(import.meta.dirname, "../app");

const exceptions = [
  // A typed table: the compiler checks its paths against the routes.
  "content/pages.ts",
  // Links between the sign-in pages are a typed union that goes through href().
  "routes/auth/",
  // Names of rate limits and of the auth library's endpoints, not links.
  "features/auth/",
];

/**
 * Matches the path of a route, with a parameter's own name, a value or a template's hole in the
 * place of each parameter.
 */
const patterns = routePatterns
  .filter((path) => !path.includes("*"))
  .map((path) => {
    const parts = path.split("/").slice(1);
    const source = parts.map((part) => {
      if (part.endsWith("?")) return "(/[^/]+)?";
      return part.startsWith(":") ? "/[^/]+" : `/${part.replaceAll(".", "\\.")}`;
    });
    return new RegExp(`^${source.join("")}$`);
  });

const literal = /(?<!\bhref\(\s*)(?:"(\/\w[^"\s]*)"|`(\/\w(?:\$\{[^`]*?\}|[^`\s])*)`)/g;

test("no path of the route table is typed anywhere else: links use href()", () => {
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.(test|gen)\.tsx?$/.test(file) &&
      file !== "routes.ts" &&
      !exceptions.some((exception) => file.startsWith(exception)),
  );
  const typed = files.flatMap((file) => {
    const text = readFileSync(join(app, file), "utf8");
    return [...text.matchAll(literal)].flatMap(({ 1: quoted, 2: template, index }) => {
      const path = (quoted ?? template)!.replaceAll(/\$\{[^}]*\}/g, "value").replace(/[?#].*/, "");
      if (!patterns.some((pattern) => pattern.test(path))) return [];
      return [`app/${file}:${text.slice(0, index).split("\n").length} ${quoted ?? template}`];
    });
  });
  expect(patterns.length).toBeGreaterThan(40);
  expect(typed).toEqual([]);
});

test("each path begins with a segment that the server can find without its case", () => {
  expect(routePatterns.filter((path) => !/^\/([a-z0-9.-]*|[:*].*)(\/|$)/.test(path))).toEqual([]);
});
