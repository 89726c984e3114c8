import { expect, test } from "vitest";
import { isCommonPassword } from "./schema.ts";

test.each([
  "passwordpassword",
  "password1234",
  "Password123!!",
  "P@ssw0rd1234",
  "123456789012",
  "qwertyuiop123",
  "1q2w3e4r5t6y",
  "aaaaaaaaaaaa",
  "abcabcabcabc",
  "iloveyou1234",
  "administrator",
  "letmeinletmein",
  "Welcome2026!!",
  "melbourne2026",
  "piano piano piano",
  "abcdefghijkl",
  "zyxwvutsrqpo",
  "111111222222",
])("%s is common", (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  "a quiet recital room",
  "a long and quiet corridor",
  "a password for the tests",
  "correct horse battery staple",
  "Tq8#vnLw2$xRb",
  "seven lamps over the bridge",
  "my dog eats three violins",
])("%s is not", (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
