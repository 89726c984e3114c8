import { describe, expect, test } from "vitest";
import { check, formValues } from "#app/values/rules.ts";
import { contactSchema } from "./schema.ts";

const valid = { name: "Ada", email: "ada@example.com", message: "0123456789" };
const errorsOf = (given: Record<string, unknown>) => {
  const checked = check(contactSchema, { ...valid, ...given });
  return checked.ok ? {} : checked.errors;
};

describe("the contact form", () => {
  test.each([
    ["name", "A", "Name must be at least 2 characters."],
    ["name", "Al", undefined],
    ["name", "   A   ", "Name must be at least 2 characters."],
    ["name", undefined, "Name must be at least 2 characters."],
    ["email", "nobody", "Please enter a valid email address."],
    ["email", "a@b.co, c@d.co", "Please enter a valid email address."],
    ["email", "a@b.co\r\nBcc: c@d.co", "Please enter a valid email address."],
    ["email", `${"a".repeat(250)}@b.co`, "Please enter a valid email address."],
    ["email", "  ada@example.com ", undefined],
    ["message", "012345678", "Message must be at least 10 characters."],
    ["message", "0123456789", undefined],
    ["message", " ".repeat(40), "Message must be at least 10 characters."],
    ["message", "🎹".repeat(9), "Message must be at least 10 characters."],
    ["message", "🎹".repeat(500), undefined],
    ["message", "🎹".repeat(501), "Message must not be longer than 500 characters."],
    ["message", "x".repeat(500), undefined],
    ["message", "x".repeat(501), "Message must not be longer than 500 characters."],
  ])("%s %j: %s", (field, value, message) => {
    expect(errorsOf({ [field]: value })).toEqual(message ? { [field]: message } : {});
  });

  test("drops control characters", () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      ...valid,
      message: "one\u0000 two\u0007\nthree four",
    }))
      form.append(name, value);
    const checked = check(contactSchema, formValues(form));
    expect(checked).toMatchObject({ ok: true, value: { message: "one two\nthree four" } });
  });
});
