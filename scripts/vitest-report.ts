import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { emptyReport } from "./test-report.ts";

/** Vitest's own JSON leaves out why a test was skipped, and what failed outside of tests. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report = emptyReport();
    const fail = (name: string, errors: readonly SerializedError[]) =>
      report.failures.push({ name, reason: errors.map(inWords).join("\n") });
    for (const module of modules) {
      const name = `${module.relativeModuleId} (${module.project.name})`;
      report.files.push({ name, seconds: module.diagnostic().duration / 1_000 });
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === "skipped") {
          const reason = result.note ?? test.options.mode;
          report.skipped.push({ name: `${module.relativeModuleId} > ${test.fullName}`, reason });
        } else {
          report[result.state === "passed" ? "passed" : "failed"]++;
          if (result.state === "failed") fail(`${name} > ${test.fullName}`, result.errors);
        }
      }
      const around = [module, ...module.children.allSuites()].filter(
        (suite) => suite.errors().length > 0,
      );
      for (const suite of around) fail(`${name}, around its tests`, suite.errors());
    }
    if (unhandled.length > 0) fail("outside of tests", unhandled);
    writeFileSync(process.env.REPORT_FILE!, JSON.stringify(report));
  }
}

/** A failed assertion's message shortens what was compared, and may leave out the one value that explains it. */
const inWords = ({ stack, message, diff }: SerializedError) =>
  [stack ?? message, ...(typeof diff === "string" ? [shortened(diff)] : [])].join("\n");

const mostLines = 40;
const mostCharacters = 300;

/** Begins a few lines before the first difference. */
function shortened(diff: string): string {
  const lines = stripVTControlCharacters(diff).trim().split("\n");
  const legend = lines.splice(0, lines.indexOf("") + 1);
  const first = Math.max(
    0,
    lines.findIndex((line) => /^[-+]/.test(line)),
  );
  const shown = lines.slice(Math.max(0, first - 3)).slice(0, mostLines);
  return [...legend, ...shown].map((line) => line.slice(0, mostCharacters)).join("\n");
}
