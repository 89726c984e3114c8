import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, isUnaltered, takeSnapshot } from "./snapshot.server.ts";

test("equal values have one text, whatever the order in which they were put together", () => {
  expect(canonicalJson({ b: [{ y: 1, x: "ü" }], a: null })).toBe(
    '{"a":null,"b":[{"x":"ü","y":1}]}',
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      expect(canonicalJson(Object.fromEntries(Object.entries(value).toReversed()))).toBe(
        canonicalJson(value),
      );
    }),
  );
});

test("any changed byte is found, and so is a missing snapshot", () => {
  const record = takeSnapshot({ total: 120000, sentence: "I accept this quote – “all” of it." });
  expect(isUnaltered(record)).toBe(true);
  for (let at = 0; at < record.snapshot.length; at++) {
    const snapshot =
      record.snapshot.slice(0, at) +
      String.fromCharCode(record.snapshot.charCodeAt(at) ^ 1) +
      record.snapshot.slice(at + 1);
    expect(isUnaltered({ ...record, snapshot }), `byte ${at}`).toBe(false);
  }
  expect(isUnaltered({ ...record, snapshot: `${record.snapshot} ` })).toBe(false);
  expect(isUnaltered({ sha256: record.sha256 })).toBe(false);
});
