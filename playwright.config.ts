import { defineConfig } from "@playwright/test";
import { testBrowser } from "./scripts/browser.ts";

/*
 * Parts of the browser that no page ever sees. The last are ours: with every window it loads
 * two pages of its own for the address bar's drop-down, and keeps a process in reserve; together
 * that is half of what a test's window costs. This list replaces Playwright's, so those that
 * Playwright disables come first.
 */
const disabledFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "SpareRendererForSitePerProcess",
  // What a test presses right after a page's first paint counts, as with --allow-pre-commit-input.
  "DropInputEventsWhilePaintHolding",
];

// What the tests themselves prepare makes no data folder in the project.
process.env.AUTH_SECRET = "a secret of the journeys, long enough to be one";
// See `tests/support/site.ts`.
process.env.QUICK_PAGES = "yes";

/*
 * Journeys in Debian's Chromium against the built site, with real servers around it. No retries:
 * a race is a fault.
 */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  // Each has a site of its own.
  workers: 2,
  // A busy machine is many times slower, most of all where a thread gives way to others, as the one that
  // renders what is published: the limits only end what hangs.
  timeout: 180_000,
  expect: { timeout: 45_000, toPass: { timeout: 45_000 } },
  forbidOnly: true,
  reporter: process.env.REPORT_FILE
    ? [["list"], ["json", { outputFile: process.env.REPORT_FILE }]]
    : [["list"]],
  use: {
    browserName: "chromium",
    launchOptions: {
      ...testBrowser,
      args: [
        ...testBrowser.args,
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Nobody else is asked for anything, even by what a test does not see, such as a preconnection.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
        `--disable-features=${disabledFeatures.join()}`,
      ],
    },
  },
});
