import { expect, test } from "vitest";
import { readStartPath, startPath } from "./start-path.ts";

test("an instant is read back from a path", () => {
  const start = new Date("2026-10-08T23:00:00Z");
  expect(startPath(start)).toBe("20261008T2300Z");
  expect(readStartPath(startPath(start))).toEqual(start);
});

test.each([
  "",
  "2026-10-08T23:00Z",
  "20261008T2300",
  "20261008T230000Z",
  "20261008T2460Z",
  "20260230T1000Z",
  "20261308T1000Z",
  "x20261008T2300Z",
])("nothing is read from %j", (text) => expect(readStartPath(text)).toBeNull());
