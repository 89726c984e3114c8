import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runScheduledTasks } from "./scheduled-tasks.server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("every task runs at the start and every hour, even if another one fails", async () => {
  const done: string[] = [];
  const stop = await runScheduledTasks([
    async () => void done.push("first"),
    () => Promise.reject(new Error("The table is locked.")),
    async () => void done.push("last"),
  ]);
  expect(done).toEqual(["first", "last"]);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(done).toEqual(["first", "last", "first", "last"]);
  await stop();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(done).toHaveLength(4);
});
