import { expect, test } from "vitest";
import { fold } from "./folding.ts";

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
  ["Smith-Jones, Jean\u2011Luc, A\u2013B, C\u2212D", "smithjones, jeanluc, ab, cd"],
  ["Ｌｉ ﬁ ℡", "li fi tel"],
  ["ΣΊΣΥΦΟΣ", "σισυφοσ"],
  ["李娜 Ёлкин", "李娜 елкин"],
])("%j is folded to %j", (written, folded) => {
  expect(fold(written)).toBe(folded);
  expect(fold(written.normalize("NFD"))).toBe(folded);
  expect(fold(folded)).toBe(folded);
});
