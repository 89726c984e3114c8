import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";
import type { Report } from "./test-report.ts";

/** Vitest's own JSON leaves out why a test was skipped. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const report: Report = { passed: 0, failed: 0, skipped: [] };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === "skipped") {
          const reason = result.note ?? test.options.mode;
          report.skipped.push({ name: `${module.relativeModuleId} > ${test.fullName}`, reason });
        } else {
          report[result.state === "passed" ? "passed" : "failed"]++;
        }
      }
    }
    writeFileSync(process.env.REPORT_FILE!, JSON.stringify(report));
  }
}
