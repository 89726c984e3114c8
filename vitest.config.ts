import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

/*
 * Domain tests run on the embedded database; those of `onBothDatabases` run on PostgreSQL as well. The
 * files of a worker share its database and its modules, which saves most of the time. Those of
 * `installation` start programs, whole databases or queue workers, or check what the build has made.
 * Process tests ask a built server that the files of a worker share, or start their own; those of
 * `onBoth` run on both databases, the others choose theirs. `night` kills, floods, starts proxies or
 * waits for minutes: `npm run test:night`.
 */
const domain = [...globSync("app/**/*.test.{ts,tsx}"), ...globSync("tests/*.test.{ts,tsx}")];
const installation = [
  "backup",
  "backup-refusals",
  "browsers",
  "damaged-data",
  "deploy",
  "launch-check",
  "migrations",
  "outage",
  "page-styles",
  "test-report",
  "update-backup",
  "validate-html",
].map((name) => `tests/${name}.test.ts`);
const onBothDatabases = domain.filter((file) =>
  /onBothDatabases/i.test(readFileSync(file, "utf8")),
);
const onBoth = ["logs"];
/** What loads the machine, or measures it, follows the rest of the night. */
const alone = [
  "connections",
  "load",
  "pictures",
  "proxy",
  "recipes",
  "siege",
  "slow",
  "timing",
].map((name) => `tests/night/${name}.test.ts`);

const setupFiles = ["tests/support/default-content.ts"];
/** A slow machine needs many times as long as a fast one. */
const patience = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
};
const AUTH_SECRET = "a secret of the tests, long enough to be one";
const domainSettings = { LOG_LEVEL: "silent", AUTH_SECRET };
const shared = {
  setupFiles: [...setupFiles, "tests/support/real-timers.ts"],
  isolate: false,
  ...patience,
};
/** See `tests/support/site.ts`. */
const sites = { AUTH_SECRET, BRIEF_SITES: "yes", QUICK_PAGES: "yes" };
/** A group may have no test for PostgreSQL. The types know this option of the whole run only. */
const mayBeEmpty = { passWithNoTests: true };
const embedded = { TEST_DATABASE: "embedded" };
const postgres = { TEST_DATABASE: "postgres" };
const nights = { ...patience, setupFiles, env: postgres, testTimeout: 3_600_000 };

export default defineConfig({
  test: {
    globalSetup: ["tests/support/databases.global.ts"],
    onConsoleLog: (text, type) => {
      if (type === "stderr") throw new Error(`Noise on the console: ${text}`);
    },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: "embedded",
          include: domain,
          exclude: installation,
          env: { ...embedded, ...domainSettings },
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "postgres",
          include: onBothDatabases,
          ...mayBeEmpty,
          env: { ...postgres, ...domainSettings },
        },
      },
      {
        extends: true,
        test: {
          ...patience,
          name: "installation",
          include: installation,
          setupFiles,
          env: { ...embedded, ...domainSettings },
        },
      },
      {
        extends: true,
        test: {
          ...patience,
          name: "process",
          include: ["tests/process/**/*.test.ts"],
          setupFiles,
          isolate: false,
          env: { ...postgres, ...sites },
        },
      },
      {
        extends: true,
        test: {
          ...patience,
          name: "process-embedded",
          include: onBoth.map((name) => `tests/process/${name}.test.ts`),
          setupFiles,
          isolate: false,
          env: { ...embedded, ...sites },
        },
      },
      {
        extends: true,
        test: {
          ...nights,
          name: "night",
          include: ["tests/night/**/*.test.ts"],
          exclude: alone,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...nights,
          name: "night-alone",
          include: alone,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
