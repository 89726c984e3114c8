import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

/* What the documents say of files, commands and each other. */

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const papers = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file)),
];
const inCode = (words: string) => Array.from(words.matchAll(/`([^`\n]+)`/g), ([, code]) => code!);

test.each(papers)("%s has no dead links", (paper) => {
  const words = read(paper);
  const links = Array.from(words.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g), ([, to]) => to!)
    .filter((to) => !/^\w+:/.test(to))
    .map((to) => relative(root, join(root, dirname(paper), to)));
  const named = inCode(words).filter(
    (code) =>
      /^(app|docs|scripts|tests|migrations|pictures|deploy)\/[\w./-]*$/.test(code) &&
      !/[A-Z]{4}/.test(code),
  );
  expect([...links, ...named].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("every command in the documents exists", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const named = papers.flatMap((paper) =>
    Array.from(read(paper).matchAll(/npm run ([\w:-]+)/g), ([, name]) => name!),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test("the index links to every decision and every other document", () => {
  const index = read("docs/README.md");
  expect(
    papers.filter(
      (paper) =>
        paper.startsWith("docs/") &&
        paper !== "docs/README.md" &&
        !index.includes(`(${relative("docs", paper)})`),
    ),
  ).toEqual([]);
});

test("the example settings name exactly the settings", () => {
  const settings = Array.from(
    /const schema = z\.object\(\{([\s\S]*?)\n\}\);/
      .exec(read("app/server/env.server.ts"))![1]!
      .matchAll(/^ {2}([A-Z_]+):/gm),
    ([, name]) => name!,
  );
  const examples = Array.from(
    read(".env.example").matchAll(/^# ([A-Z_]+)=/gm),
    ([, name]) => name!,
  );
  expect(settings.length).toBeGreaterThan(20);
  expect(examples.toSorted()).toEqual(settings.toSorted());
});
