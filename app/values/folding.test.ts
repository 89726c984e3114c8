import { expect, test } from "vitest";
import { foldText } from "./folding.ts";

test.each([
  ["Trúc Nguyễn", "truc nguyen"],
  ["Mai ĐẶNG", "mai dang"],
  ["Łukasiewicz", "lukasiewicz"],
  ["SØREN", "soren"],
  ["Groß, GROẞ", "gross, gross"],
  ["Ægir Œuvre", "aegir oeuvre"],
  ["İnci Işık", "inci isik"],
  ["Þórður Guðmunds", "thordur gudmunds"],
  ["Siobhan O'Brien, O’Brien, Oʼbrien, O´Brien", "siobhan obrien, obrien, obrien, obrien"],
  ["Ｌｉ ﬁ ℡", "li fi tel"],
  ["ΣΊΣΥΦΟΣ", "σισυφοσ"],
  ["李娜 Ёлкин", "李娜 елкин"],
])("%j is folded to %j", (written, folded) => {
  expect(foldText(written)).toBe(folded);
  expect(foldText(written.normalize("NFD"))).toBe(folded);
  expect(foldText(folded)).toBe(folded);
});
