import { describe, expect, test } from "vitest";
import { followReloads } from "./dev-reload.server.ts";

function appsThatLog() {
  const log: string[] = [];
  const app = (name: string, open = () => Promise.resolve()) => ({
    name,
    open: async () => {
      log.push(`${name} opens`);
      await open();
      return { startTasks: () => void log.push(`${name} starts its tasks`) };
    },
    close: async () => void log.push(`${name} closes`),
  });
  return { log, app };
}

describe("reloading the app in development", () => {
  test("opens the new one after the old one closed, once for all waiting requests", async () => {
    const { log, app } = appsThatLog();
    const [first, second] = [app("first"), app("second")];
    const reloads = followReloads(first, async () => second);
    expect(await Promise.all([reloads.latest(), reloads.latest()])).toEqual([second, second]);
    expect(log).toEqual(["first closes", "second opens", "second starts its tasks"]);
  });

  test("does nothing while no file changes", async () => {
    const { log, app } = appsThatLog();
    const first = app("first");
    const reloads = followReloads(first, async () => first);
    expect(await reloads.latest()).toBe(first);
    expect(log).toEqual([]);
  });

  test("tries again with the next request after a failure", async () => {
    const { log, app } = appsThatLog();
    let failures = 1;
    const second = app("second", async () => {
      if (failures-- > 0) throw new Error("The database is locked.");
    });
    const reloads = followReloads(app("first"), async () => second);
    await expect(reloads.latest()).rejects.toThrow("locked");
    expect(await reloads.latest()).toBe(second);
    expect(log.filter((line) => line === "second opens")).toHaveLength(2);
  });

  test("keeps the old one if the changed files cannot be loaded", async () => {
    const { log, app } = appsThatLog();
    const reloads = followReloads(app("first"), () => Promise.reject(new SyntaxError("Oh.")));
    await expect(reloads.latest()).rejects.toThrow("Oh.");
    expect(log).toEqual([]);
  });
});
