import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import type { Report } from "./test-report.ts";

/** Vitest's own JSON leaves out why a test was skipped, and what failed outside of tests. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report: Report = { passed: 0, failed: 0, skipped: [], failures: [] };
    const fail = (name: string, errors: readonly SerializedError[]) =>
      report.failures.push({ name, reason: errors.map(inWords).join("\n") });
    for (const module of modules) {
      const name = `${module.relativeModuleId} (${module.project.name})`;
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

const inWords = ({ stack, message }: SerializedError) => stack ?? message;
