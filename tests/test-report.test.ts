import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyReport, fromPlaywright, readReport, summaryOf } from "#scripts/test-report.ts";

/* How `npm test` counts, on what the runners themselves report. */

const root = join(import.meta.dirname, "..");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "runners-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
});

afterAll(() => rmSync(folder, { recursive: true }));

const common =
  'test("goes well", () => new Promise((done) => setTimeout(done, 60))); ' +
  'test("goes wrong", () => expect(1).toBe(2)); test.skip("is left out", () => {});';

/** A file with what it took. */
const aFile = (name: string) => ({
  name: expect.stringContaining(name) as string,
  seconds: expect.toSatisfy((seconds: number) => seconds > 0.05 && seconds < 20) as number,
});

/** Runs a runner over files and reads what it has reported. */
function run(files: Record<string, string>, program: string, args: string[]) {
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  const REPORT_FILE = join(folder, "report.json");
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, REPORT_FILE, PLAYWRIGHT_JSON_OUTPUT_NAME: REPORT_FILE };
  const { status } = spawnSync(
    process.execPath,
    [join(root, "node_modules", program), ...args, ...Object.keys(files)],
    { cwd: folder, env, stdio: "ignore" },
  );
  return { well: status === 0, report: REPORT_FILE };
}

test("Vitest's tests are counted, files, failures and skips named, with what they took or why", () => {
  const files = {
    "some.test.ts": `import { expect, test } from "vitest";
      ${common}
      test("has to wait", ({ skip }) => skip("the moon is full"));
      test.todo("is not written");`,
    "broken.test.ts": `import { test } from "vitest"; test("goes well", () => {}); throw new Error("broken");`,
    "late.test.ts": `import { test } from "vitest";
      test("goes well", async () => {
        void Promise.reject(new Error("too late"));
        await new Promise((resolve) => setTimeout(resolve, 10));
      });`,
    "compared.test.ts": `import { expect, test } from "vitest";
      test("ended well", () => {
        const made = { code: 1, stdout: "", stderr: "The port is in use.\\nTry another." };
        expect(made).toEqual({ code: null, stdout: "", stderr: "" });
      });
      test("counted", () => {
        const numbers = Array.from({ length: 100 }, (_, index) => index);
        expect(numbers.map((number) => (number < 50 ? number : -number))).toEqual(numbers);
      });`,
  };
  const reporter = `--reporter=${join(root, "scripts/vitest-report.ts")}`;
  const { well, report } = run(files, "vitest/vitest.mjs", ["run", reporter]);
  const read = readReport(well, report);
  expect(read).toMatchObject({ passed: 2, failed: 3 });
  expect(read.skipped).toEqual([
    { name: "some.test.ts > is left out", reason: "skip" },
    { name: "some.test.ts > has to wait", reason: "the moon is full" },
    { name: "some.test.ts > is not written", reason: "todo" },
  ]);
  expect(read.files).toContainEqual(aFile("some.test.ts"));
  const reasonOf = Object.fromEntries(read.failures.map(({ name, reason }) => [name, reason]));
  expect(reasonOf).toEqual({
    "some.test.ts () > goes wrong": expect.stringContaining("expected 1 to be 2"),
    // Failures outside of any test: of a file that cannot be loaded, of a promise nobody waits for.
    "broken.test.ts (), around its tests": expect.stringContaining("broken"),
    "outside of tests": expect.stringContaining("too late"),
    "compared.test.ts () > ended well": expect.stringContaining(
      '+   "stderr": "The port is in use.\n+ Try another.",',
    ),
    "compared.test.ts () > counted": expect.any(String),
  });
  // A failed comparison is reported from shortly before the first difference.
  const counted = reasonOf["compared.test.ts () > counted"]!;
  const numbers = counted.slice(counted.indexOf("- Expected")).split("\n");
  expect(numbers.slice(0, 7)).toEqual([
    "- Expected",
    "+ Received",
    "",
    "    47,",
    "    48,",
    "    49,",
    "-   50,",
  ]);
  expect(numbers).toHaveLength(43);
});

test("Playwright's tests are counted, files, failures and skips named, with what they took or why", () => {
  const content = `import { expect, test } from "@playwright/test";
     ${common}
     test.describe("a group", () => {
       test("has to wait", () => test.skip(true, "the moon is full"));
       test.fixme("is broken", () => {});
     });`;
  const args = ["test", "--reporter=json"];
  const { well, report } = run({ "some.spec.ts": content }, "@playwright/test/cli.js", args);
  expect(readReport(well, report, fromPlaywright)).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: [
      { name: "some.spec.ts > is left out", reason: "skip" },
      { name: "some.spec.ts > a group > has to wait", reason: "the moon is full" },
      { name: "some.spec.ts > a group > is broken", reason: "fixme" },
    ],
    failures: [{ name: "some.spec.ts > goes wrong", reason: expect.stringContaining("Expected") }],
    files: [aFile("some.spec.ts")],
  });
});

test("a runner that fails without naming a failed test, or writes no report, has failed", () => {
  expect(readReport(true, join(folder, "none.json"))).toEqual({ ...emptyReport(), failed: 1 });
  const file = join(folder, "passed.json");
  writeFileSync(file, JSON.stringify({ ...emptyReport(), passed: 1 }));
  expect(readReport(false, file)).toMatchObject({ passed: 1, failed: 1 });
});

test("slow files, failures and skips are repeated at the end, before the line of three sums", () => {
  const reports = [
    {
      ...emptyReport(),
      passed: 2,
      skipped: [{ name: "a.test.ts > waits", reason: "todo" }],
      files: Array.from({ length: 10 }, (_, index) => ({
        name: `${index}.test.ts`,
        seconds: index,
      })),
    },
    {
      ...emptyReport(),
      passed: 3,
      failed: 1,
      failures: [{ name: "b.test.ts > adds", reason: "1 + 1" }],
      files: [{ name: "b.spec.ts", seconds: 8.54 }],
    },
  ];
  const lines = summaryOf(reports).split("\n");
  expect(lines.slice(0, 4)).toEqual([
    "The slowest files:",
    "   9.0 s  9.test.ts",
    "   8.5 s  b.spec.ts",
    "   8.0 s  8.test.ts",
  ]);
  expect(lines.slice(10)).toEqual([
    "   1.0 s  1.test.ts",
    "failed: b.test.ts > adds",
    "1 + 1",
    "skipped: a.test.ts > waits (todo)",
    "5 passed, 1 failed, 1 skipped",
  ]);
});
