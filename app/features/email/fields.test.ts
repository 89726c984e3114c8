import { expect, test } from "vitest";
import { aboutKinds, emailFields, fieldName, withFieldKeys, withFieldNames } from "./fields.ts";

test("every field's name leads back to its key, for every kind of record", () => {
  for (const kind of aboutKinds)
    for (const key of Object.keys(emailFields[kind])) {
      const named = withFieldNames(`On {{${key}}}`, [kind]);
      expect(named).toBe(`On {{${fieldName(key, [kind])}}}`);
      expect(withFieldKeys(named)).toBe(`On {{${key}}}`);
    }
});

test("a key stays a key, and what no record has stays as it was typed", () => {
  expect(withFieldKeys("{{total}} {{ exam_date }} {{Exam dat}} {{nope}}")).toBe(
    "{{total}} {{ exam_date }} {{Exam dat}} {{nope}}",
  );
  expect(withFieldNames("{{nope}} {{first_name}}")).toBe("{{nope}} {{First name}}");
});
