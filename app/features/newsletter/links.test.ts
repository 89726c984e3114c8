import { expect } from "vitest";
import { check } from "#app/values/rules.ts";
import { dbTest } from "#tests/support/db.ts";
import { genuineSubmission } from "#tests/support/factories.ts";
import { ada, footer, withoutMailchimp, subscriberRow } from "#tests/support/newsletter.ts";
import { subscribe, newsletterLink, subscriberOf } from "./commands.server.tsx";
import { newsletterSchema } from "./schema.ts";

dbTest("a link works for one action and cannot be forged", async ({ db }) => {
  await subscribe(db, ada, genuineSubmission, footer, withoutMailchimp);
  const { id } = await subscriberRow(db);
  expect(subscriberOf("unsubscribe", newsletterLink("unsubscribe", id))).toBe(id);
  expect(subscriberOf("confirm", newsletterLink("unsubscribe", id))).toBeNull();
  expect(subscriberOf("unsubscribe", newsletterLink("unsubscribe", id).slice(0, -1))).toBeNull();
  expect(
    subscriberOf("unsubscribe", `http://localhost/newsletter/unsubscribe?who=${id}`),
  ).toBeNull();
});

dbTest.for([
  ["email", "nobody", "Please enter a valid email address."],
  ["email", "", "Please enter a valid email address."],
  ["firstName", "x".repeat(101), "Please use at most 100 characters."],
  ["lastName", "x".repeat(101), "Please use at most 100 characters."],
  ["lastName", "", undefined],
] as const)("%s %j: %s", ([field, value, message]) => {
  expect(check(newsletterSchema, { ...ada, [field]: value })).toMatchObject(
    message ? { errors: { [field]: message } } : { ok: true },
  );
});
