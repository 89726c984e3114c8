import { checkSources, runVitest } from "./steps.ts";
import { endWith } from "./test-report.ts";

/* `npm run check`, for while you work: the domain tests run on the embedded database only. */

endWith([...checkSources(), runVitest("domain tests", ["embedded"])]);
