import { existsSync, readFileSync } from "node:fs";

export type Report = {
  passed: number;
  failed: number;
  skipped: Named[];
  /** What the runner itself has printed far above. */
  failures: Named[];
};

type Named = { name: string; reason: string };

type Suite = { title: string; suites?: Suite[]; specs: Spec[] };
type Spec = {
  title: string;
  tests: { status: string; annotations: { type: string; description?: string }[] }[];
};

/** A test that passed only on a retry has failed. */
export function fromPlaywright({ suites }: { suites: Suite[] }): Report {
  const report: Report = { passed: 0, failed: 0, skipped: [], failures: [] };
  const read = (suite: Suite, above: string[]): void => {
    const titles = [...above, suite.title];
    for (const spec of suite.specs) {
      for (const { status, annotations } of spec.tests) {
        if (status === "skipped") {
          const why = annotations.find(({ type }) => type === "skip" || type === "fixme");
          const reason = why ? (why.description ?? why.type) : "did not run";
          report.skipped.push({ name: [...titles, spec.title].join(" > "), reason });
        } else {
          report[status === "expected" ? "passed" : "failed"]++;
        }
      }
    }
    for (const inner of suite.suites ?? []) read(inner, titles);
  };
  for (const suite of suites) read(suite, []);
  return report;
}

/** A runner that exits with an error but names no failed test, or writes no report, has failed. */
export function readReport(
  passed: boolean,
  file: string,
  read: (json: never) => Report = (json) => json,
): Report {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: [], failures: [] };
  const report = read(JSON.parse(readFileSync(file, "utf8")) as never);
  return { ...report, failed: passed ? report.failed : Math.max(report.failed, 1) };
}

export function summaryOf(reports: readonly Report[]): string {
  const sum = (name: "passed" | "failed") => reports.reduce((all, report) => all + report[name], 0);
  const skipped = reports.flatMap((report) => report.skipped);
  const names = skipped.map(({ name, reason }) => `skipped: ${name} (${reason})\n`);
  const failures = reports.flatMap((report) => report.failures);
  const wrong = failures.map(({ name, reason }) => `failed: ${name}\n${reason}\n`);
  const sums = `${sum("passed")} passed, ${sum("failed")} failed, ${skipped.length} skipped`;
  return [...wrong, ...names, sums].join("");
}

export function endWith(reports: readonly Report[]): never {
  console.log(`\n${summaryOf(reports)}`);
  process.exit(reports.every(({ failed }) => failed === 0) ? 0 : 1);
}
