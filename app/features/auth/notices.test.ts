import { expect } from "vitest";
import { emails } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { queueFactorChanged, queuePasswordChanged, queueCode } from "./emails.server.tsx";

const email = "ada@example.com";

dbTest("who may no longer be able to sign in is led to a new password", async ({ db }) => {
  await queuePasswordChanged(db, email, NOW);
  await queueFactorChanged(db, { email, what: "A recovery code was used", at: NOW });
  const sent = await db.select().from(emails);
  expect(sent).toHaveLength(2);
  for (const { text } of sent) {
    expect(text).toMatch(/Choose a new password: \S+\/login\/forgotten-password\n/);
    expect(text).not.toContain("/admin/account");
  }
});

dbTest("a code comes without a link to a page that would ask for another one", async ({ db }) => {
  await queueCode(db, { email, code: "123456", hash: "a hash" });
  const [sent] = await db.select().from(emails);
  expect(sent!.text).toContain("\n123456\n");
  expect(sent!.text).not.toContain("/login/");
});
