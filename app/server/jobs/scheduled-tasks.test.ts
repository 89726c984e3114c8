import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runScheduledTasks, unfinished } from "./maintenance.server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("every task runs at the start and every hour, even if another one fails", async () => {
  const done: string[] = [];
  const stop = runScheduledTasks([
    async () => void done.push("first"),
    () => Promise.reject(new Error("The table is locked.")),
    async () => void done.push("last"),
  ]);
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(["first", "last"]);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(done).toEqual(["first", "last", "first", "last"]);
  await stop();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(done).toHaveLength(4);
});

test("a task with more to do goes on at once", async () => {
  const left = ["first", "second", "third"];
  runScheduledTasks([async () => left.shift() && unfinished]);
  await vi.advanceTimersByTimeAsync(0);
  expect(left).toEqual([]);
});

test("a stop waits for the part that is running, and for no more", async () => {
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = runScheduledTasks([
    async () => {
      await promise;
      done.push("part");
      return unfinished;
    },
    async () => void done.push("next task"),
  ]);
  const stopped = stop();
  resolve();
  await stopped;
  expect(done).toEqual(["part"]);
});
