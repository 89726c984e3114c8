import { checkSources, runVitest } from "./steps.ts";
import { endWith } from "./test-report.ts";

/* `npm run check`, for while you work: no build, and the domain tests on the embedded database only. */

const [sources, domain] = await Promise.all([
  checkSources(),
  runVitest("domain tests", ["embedded"]),
]);
endWith([...sources, domain]);
