import { expect, test } from "vitest";
import * as z from "zod/mini";
import { check, emailAddress, formValues, longText, text } from "./rules.ts";

const schema = z.object({
  name: text({ min: [2, "Too short."] }),
  message: longText(),
  email: emailAddress("No address."),
});
const send = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    name: "Ada",
    message: "Hello",
    email: "ada@client.example",
    ...fields,
  }))
    form.append(name, value);
  return check(schema, formValues(form));
};

test("an invisible name is no name", () => {
  for (const name of [
    "\u200b\u200b",
    "\u202e\u202c",
    "\u3164\u3164",
    "\u2800\u2800",
    "\u0301\u0301",
    "A\u200b",
  ])
    expect(send({ name })).toEqual({ ok: false, errors: { name: "Too short." } });
});

test("a one-line field is one line, a message keeps its lines", () => {
  expect(send({ name: "Ada\r\nBcc: eve", message: "One\r\ntwo\u2028three" })).toMatchObject({
    ok: true,
    value: { name: "Ada Bcc: eve", message: "One\ntwo\nthree" },
  });
});

test("invisible characters around a pasted email are removed", () => {
  expect(send({ email: "\u202aada@client.example\u200b" })).toMatchObject({
    ok: true,
    value: { email: "ada@client.example" },
  });
});

test("a password is taken exactly as it is typed", () => {
  const form = new FormData();
  form.append("password", "a\u200bb\u0007c ");
  expect(formValues(form)).toEqual({ password: "a\u200bb\u0007c " });
});
