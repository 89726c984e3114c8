import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

/** Runs a runner over one file and reads what it has reported. */
function run(file: string, content: string, program: string, args: string[]) {
  writeFileSync(join(folder, file), content);
  const REPORT_FILE = join(folder, `${file}.json`);
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    REPORT_FILE,
    PLAYWRIGHT_JSON_OUTPUT_NAME: REPORT_FILE,
  };
  const { status } = spawnSync(
    process.execPath,
    [join(root, "node_modules", program), ...args, file],
    { cwd: folder, env, stdio: "ignore" },
  );
  return { well: status === 0, report: REPORT_FILE };
}

const vitest = (content: string) =>
  run("some.test.ts", content, "vitest/vitest.mjs", [
    "run",
    `--reporter=${join(root, "scripts/vitest-report.ts")}`,
  ]);
const playwright = (content: string) =>
  run("some.spec.ts", content, "@playwright/test/cli.js", ["test", "--reporter=json"]);

test("Vitest's tests are counted, files, failures and skips named, with what they took or why", () => {
  const { well, report } = vitest(
    `import { expect, test } from "vitest";
     ${common}
     test("has to wait", ({ skip }) => skip("the moon is full"));
     test.todo("is not written");`,
  );
  expect(readReport(well, report)).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: [
      { name: "some.test.ts > is left out", reason: "skip" },
      { name: "some.test.ts > has to wait", reason: "the moon is full" },
      { name: "some.test.ts > is not written", reason: "todo" },
    ],
    failures: [
      {
        name: "some.test.ts () > goes wrong",
        reason: expect.stringContaining("expected 1 to be 2"),
      },
    ],
    files: [aFile("some.test.ts")],
  });
});

test("Playwright's tests are counted, files, failures and skips named, with what they took or why", () => {
  const { well, report } = playwright(
    `import { expect, test } from "@playwright/test";
     ${common}
     test.describe("a group", () => {
       test("has to wait", () => test.skip(true, "the moon is full"));
       test.fixme("is broken", () => {});
     });`,
  );
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

describe("a failure outside any test", () => {
  test("of a file that cannot be loaded, is counted", () => {
    const { well, report } = vitest(
      'import { test } from "vitest"; test("goes well", () => {}); throw new Error("broken");',
    );
    const named = [
      { name: "some.test.ts (), around its tests", reason: expect.stringContaining("broken") },
    ];
    expect(readReport(well, report)).toMatchObject({
      passed: 0,
      failed: 1,
      skipped: [],
      failures: named,
    });
  });

  test("of a promise that nobody waits for, is counted and named", () => {
    const { well, report } = vitest(
      `import { test } from "vitest";
       test("goes well", async () => {
         void Promise.reject(new Error("too late"));
         await new Promise((resolve) => setTimeout(resolve, 10));
       });`,
    );
    const named = [{ name: "outside of tests", reason: expect.stringContaining("too late") }];
    expect(readReport(well, report)).toMatchObject({
      passed: 1,
      failed: 1,
      skipped: [],
      failures: named,
    });
  });

  test("of a runner that ended without a report, is counted", () => {
    expect(readReport(true, join(folder, "none.json"))).toEqual({ ...emptyReport(), failed: 1 });
  });
});

test("a failed comparison is reported with its differences, from shortly before the first one", () => {
  const { well, report } = vitest(
    `import { expect, test } from "vitest";
     test("ended well", () => {
       const made = { code: 1, stdout: "", stderr: "The port is in use.\\nTry another." };
       expect(made).toEqual({ code: null, stdout: "", stderr: "" });
     });
     test("counted", () => {
       const numbers = Array.from({ length: 100 }, (_, index) => index);
       expect(numbers.map((number) => (number < 50 ? number : -number))).toEqual(numbers);
     });`,
  );
  const [ended, counted] = readReport(well, report).failures.map(({ reason }) => reason);
  expect(ended).toContain('+   "stderr": "The port is in use.\n+ Try another.",');
  const numbers = counted!.slice(counted!.indexOf("- Expected"));
  expect(numbers.split("\n").slice(0, 7)).toEqual([
    "- Expected",
    "+ Received",
    "",
    "    47,",
    "    48,",
    "    49,",
    "-   50,",
  ]);
  expect(numbers.split("\n")).toHaveLength(43);
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
