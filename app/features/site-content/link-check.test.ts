import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { anchors, linkProblem } from "./field-kinds.server.ts";

test.each([
  "https://example.com",
  "https://example.com/path?x=1%20y#z",
  "https://www.youtube.com/@somebody",
  "mailto:you@example.com",
  "mailto:you@example.com?subject=Hello%20there",
  "tel:+61491570006",
  "tel:0491-570-006",
  "/",
  "/about",
  "/#contact",
  "/voice-piano-services#pricing",
])("a link can lead to %s", (link) => {
  expect(linkProblem(link, null)).toBeNull();
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "http://example.com",
  "https:example.com",
  "https:///example.com",
  "https://",
  "https://localhost",
  "https://evil.example;script-src",
  "https://user@example.com",
  "https://user:secret@example.com",
  "https://exa mple.com",
  "https:\\\\example.com",
  "https://example.com/{{email}}",
  "//evil.example",
  "/\\evil.example",
  "/nowhere",
  "/about/",
  "/about?x=1",
  "/about#nowhere",
  "/__proto__",
  "/admin",
  "about",
  "#contact",
  "mailto:",
  "mailto:one@example.com,two@example.com",
  "mailto:you@example.com?bcc=evil@example.com",
  "mailto:you@example.com?subject=x&bcc=evil@example.com",
  "tel:help",
  "tel:",
  `https://example.com/${"a".repeat(300)}`,
])("a link can't lead to %s", (link) => {
  expect(linkProblem(link, null)).toEqual(expect.any(String));
});

test("where only https is meant nothing else will do", () => {
  for (const link of ["mailto:you@example.com", "tel:+61491570006", "/about"])
    expect(linkProblem(link, "https")).toMatch(/https/);
});

test("the places within pages are those that the pages have", () => {
  const pages = join(import.meta.dirname, "../../routes/site");
  const source = readdirSync(pages, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => readFileSync(join(pages, file), "utf8"))
    .join("\n");
  const missing = Object.values(anchors)
    .flat()
    .filter((anchor) => !source.includes(`id="${anchor}"`));
  expect(missing).toEqual([]);
});
