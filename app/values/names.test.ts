import { expect, test } from "vitest";
import { firstNameOf, surnameOf } from "./names.ts";

test.each([
  ["Ada Lovelace", "Ada"],
  ["aroha singh", "Aroha"],
  ["Mei and Lucas Tan", "Mei and Lucas"],
  ["Tomas & Wren", "Tomas & Wren"],
  ["Dr Delphine Ward", "Dr Delphine Ward"],
  ["Mr and Mrs Tan", "Mr and Mrs Tan"],
  ["Northside Players", "Northside Players"],
  ["The Ossian Club", "The Ossian Club"],
  ["  Jean-Luc   Picard ", "Jean-Luc"],
  ["Prince", "Prince"],
  ["", ""],
])("%j is greeted as %j", (name, greeted) => {
  expect(firstNameOf(name)).toBe(greeted);
});

test.each([
  ["Ada Lovelace", "Lovelace"],
  ["Mei and Lucas Tan", "Tan"],
  ["Dr Delphine Ward", "Ward"],
  ["Northside Players", "Northside"],
  ["Fitzroy Theatre Company Pty Ltd", "Fitzroy"],
  ["The Choir", "The"],
  ["", ""],
])("a bank writes %j with %j", (name, surname) => {
  expect(surnameOf(name)).toBe(surname);
});
