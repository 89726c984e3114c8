import { expect, test } from "vitest";
import { countOf, either, inWords } from "./wording.ts";

test("choices are joined as people say them", () => {
  expect([either([15]), either([4, 8]), either([15, 30, 45])]).toEqual([
    "15",
    "4 or 8",
    "15, 30 or 45",
  ]);
});

test("small counts are words, others figures", () => {
  expect([inWords(0), inWords(2), inWords(12), inWords(14)]).toEqual(["no", "two", "twelve", "14"]);
});

test("a count names what it counts", () => {
  expect([
    countOf(1, "quote"),
    countOf(1_200, "quote"),
    countOf(0, "enquiry", "enquiries"),
  ]).toEqual(["1 quote", "1,200 quotes", "0 enquiries"]);
});
