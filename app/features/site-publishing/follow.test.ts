import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { followPublications } from "./published.server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what other processes publish is looked for every two seconds, after a failure too", async () => {
  let looks = 0;
  const away = new Proxy({} as Db, {
    get() {
      looks++;
      throw new Error("The database is away.");
    },
  });
  const stop = followPublications(away);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(looks).toBe(3);
  await stop();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(looks).toBe(3);
});
