import { defineConfig } from "vitest/config";

/*
 * Domain tests run twice, on the embedded database and on a real PostgreSQL; the files of a worker share
 * its database and its modules, which saves most of the time. Those of `installation` start programs, whole
 * databases or queue workers, or check what the build has made. Process tests start the built server itself and mostly
 * wait for it, two files at a time; those of `onBoth` run twice as well, the others choose their
 * databases themselves. Tests of timing run alone on the machine.
 */
const installation = [
  "backup",
  "backup-refusals",
  "clock",
  "damaged-data",
  "deploy",
  "launch-check",
  "migrations",
  "outage",
  "page-styles",
  "test-report",
  "validate-html",
].map((name) => `tests/${name}.test.ts`);
const setupFiles = ["tests/support/default-content.ts"];
/** A slow machine needs many times as long as a fast one. */
const patience = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
};
const domain = {
  include: ["app/**/*.test.ts", "app/**/*.test.tsx"],
  setupFiles: [...setupFiles, "tests/support/real-timers.ts"],
  isolate: false,
  maxWorkers: 2,
  ...patience,
};
const processes = { setupFiles, ...patience };
const onBoth = [
  "admin-gate",
  "attacks",
  "gate",
  "google",
  "guessing",
  "hostile",
  "hostile-text",
  "kept-session",
  "logs",
  "admin",
  "protocol",
  "second-factor",
  "session",
  "sign-in",
];
const timing = "tests/process/timing.test.ts";

const domainSettings = {
  LOG_LEVEL: "silent",
  AUTH_SECRET: "a secret of the tests, long enough to be one",
};

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
          ...domain,
          include: [...domain.include, "tests/*.test.{ts,tsx}"],
          exclude: installation,
          name: "embedded",
          env: { TEST_DATABASE: "embedded", ...domainSettings },
        },
      },
      {
        extends: true,
        test: {
          ...domain,
          name: "postgres",
          env: { TEST_DATABASE: "postgres", ...domainSettings },
        },
      },
      {
        extends: true,
        test: {
          setupFiles,
          include: installation,
          name: "installation",
          env: { TEST_DATABASE: "embedded", ...domainSettings },
          maxWorkers: 2,
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          ...processes,
          include: ["tests/process/**/*.test.ts"],
          exclude: [timing],
          name: "process",
          env: { TEST_DATABASE: "postgres" },
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...processes,
          include: onBoth.map((name) => `tests/process/${name}.test.ts`),
          name: "process-embedded",
          env: { TEST_DATABASE: "embedded" },
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...processes,
          include: [timing],
          name: "timing",
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      // What takes minutes: `npm run test:soak`.
      ...(process.env.SOAK_MINUTES
        ? [
            {
              extends: true as const,
              test: {
                include: [
                  "tests/soak/**/*.test.ts",
                  "tests/process/{connections,durability,fuzz,invoice-kills,publishing-kills}.test.ts",
                ],
                setupFiles,
                name: "soak",
                maxWorkers: 1,
                sequence: { groupOrder: 3 },
                testTimeout: 3_600_000,
                hookTimeout: 60_000,
              },
            },
          ]
        : []),
    ],
  },
});
