import { existsSync, readFileSync } from "node:fs";

export type Report = {
  passed: number;
  failed: number;
  skipped: Named[];
  failures: Named[];
  /** How long the tests of each file took together. */
  files: { name: string; seconds: number }[];
};

type Named = { name: string; reason: string };

type Suite = { title: string; suites?: Suite[]; specs: Spec[] };
type Spec = {
  title: string;
  tests: {
    status: string;
    annotations: { type: string; description?: string }[];
    results: { duration: number; error?: { message?: string } }[];
  }[];
};

export const emptyReport = (): Report => ({
  passed: 0,
  failed: 0,
  skipped: [],
  failures: [],
  files: [],
});

/** A test that passed only on a retry has failed. */
export function fromPlaywright({ suites }: { suites: Suite[] }): Report {
  const report = emptyReport();
  let milliseconds = 0;
  const read = (suite: Suite, above: string[]): void => {
    const titles = [...above, suite.title];
    for (const spec of suite.specs) {
      const name = [...titles, spec.title].join(" > ");
      for (const { status, annotations, results } of spec.tests) {
        for (const { duration } of results) milliseconds += duration;
        if (status === "skipped") {
          const why = annotations.find(({ type }) => type === "skip" || type === "fixme");
          const reason = why ? (why.description ?? why.type) : "did not run";
          report.skipped.push({ name, reason });
        } else if (status === "expected") {
          report.passed++;
        } else {
          report.failed++;
          report.failures.push({ name, reason: results[0]?.error?.message ?? status });
        }
      }
    }
    for (const inner of suite.suites ?? []) read(inner, titles);
  };
  for (const suite of suites) {
    milliseconds = 0;
    read(suite, []);
    report.files.push({ name: suite.title, seconds: milliseconds / 1_000 });
  }
  return report;
}

/** A runner that exits with an error but names no failed test, or writes no report, has failed. */
export function readReport(
  passed: boolean,
  file: string,
  read: (json: never) => Report = (json) => json,
): Report {
  if (!existsSync(file)) return { ...emptyReport(), failed: 1 };
  const report = read(JSON.parse(readFileSync(file, "utf8")) as never);
  return { ...report, failed: passed ? report.failed : Math.max(report.failed, 1) };
}

export function summaryOf(reports: readonly Report[]): string {
  const sum = (name: "passed" | "failed") => reports.reduce((all, report) => all + report[name], 0);
  const skipped = reports.flatMap((report) => report.skipped);
  const names = skipped.map(({ name, reason }) => `skipped: ${name} (${reason})\n`);
  const failures = reports.flatMap((report) => report.failures);
  const wrong = failures.map(({ name, reason }) => `failed: ${name}\n${reason}\n`);
  const slowest = reports
    .flatMap(({ files }) => files)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}\n`);
  const sums = `${sum("passed")} passed, ${sum("failed")} failed, ${skipped.length} skipped`;
  if (slowest.length > 0) slowest.unshift("The slowest files:\n");
  return [...slowest, ...wrong, ...names, sums].join("");
}

export function endWith(reports: readonly Report[]): never {
  console.log(`\n${summaryOf(reports)}`);
  process.exit(reports.every(({ failed }) => failed === 0) ? 0 : 1);
}
