import { checkSources, runVitest } from "./steps.ts";
import { endWith } from "./test-report.ts";

/*
 * `npm run check`, for while you work: format, types, lint, architecture, and the domain tests on
 * the embedded database.
 */

endWith([...checkSources(), runVitest("domain tests", ["embedded"])]);
