import { defineConfig } from "vitest/config";

/*
 * Domain tests run twice, on the embedded database and on a real PostgreSQL. Process tests start
 * the built server itself; they take turns, since they measure and kill.
 */
const domain = { include: ["app/**/*.test.ts", "app/**/*.test.tsx", "tests/*.test.ts"] };

const domainSettings = { LOG_LEVEL: "silent", AUTH_SECRET: "a secret of the tests, long enough to be one" };

export default defineConfig({
  test: {
    globalSetup: ["tests/servers/postgres.global.ts"],
    onConsoleLog: (text, type) => {
      if (type === "stderr") throw new Error(`Noise on the console: ${text}`);
    },
    projects: [
      { extends: true, test: { ...domain, name: "embedded", env: { TEST_DATABASE: "embedded", ...domainSettings }, hookTimeout: 30_000, testTimeout: 30_000 } },
      { extends: true, test: { ...domain, include: ["app/**/*.test.ts", "app/**/*.test.tsx"], name: "postgres", env: { TEST_DATABASE: "postgres", ...domainSettings }, hookTimeout: 30_000, testTimeout: 30_000 } },
      { extends: true, test: { include: ["tests/process/**/*.test.ts"], name: "process", fileParallelism: false, testTimeout: 240_000, hookTimeout: 60_000 } },
      // What takes minutes: `npm run test:soak`.
      ...(process.env.SOAK_MINUTES ? [{ extends: true as const, test: { include: ["tests/soak/**/*.test.ts"], name: "soak", fileParallelism: false, testTimeout: 3_600_000, hookTimeout: 60_000 } }] : []),
    ],
  },
});
