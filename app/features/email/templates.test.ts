import { describe, expect } from "vitest";
import { auditEntries, emailTemplates } from "#app/server/database/tables.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { check } from "#app/values/rules.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { NOW, owner, refusedAs } from "#tests/support/factories.ts";
import { templateList } from "./model.ts";
import { listTemplates } from "./queries.server.ts";
import { templateSchema } from "./templates.ts";
import {
  createTemplate,
  deleteTemplate,
  restoreTemplate,
  updateTemplate,
} from "./templates.server.ts";

dbTest.each([
  ["name", "Template name is required."],
  ["subject", "Subject is required."],
  ["body", "Body is required."],
])("a template without %s: %s", (field, message) => {
  expect(check(templateSchema, { name: "n", subject: "s", body: "b", [field]: "" })).toEqual({
    ok: false,
    errors: { [field]: message },
  });
});

describe("a template", () => {
  const content = { name: "Thanks", subject: "Thank you", body: "Dear {{client_name}}" };

  dbTest("is deleted and restored once, however often that is asked for", async ({ db }) => {
    const { id } = await createTemplate(db, owner, content, NOW);
    for (const change of [deleteTemplate, deleteTemplate, restoreTemplate, restoreTemplate])
      expect(await change(db, owner, id, NOW)).toBe(true);
    expect(await db.$count(auditEntries)).toBe(3);
    for (const change of [deleteTemplate, restoreTemplate])
      expect(await change(db, owner, "no-id", NOW)).toBe(false);
  });

  dbTest("is created, changed and deleted, each with an activity entry", async ({ db }) => {
    const { id } = await createTemplate(db, owner, content, NOW);
    expect(
      await updateTemplate(db, owner, { id, version: 1 }, { ...content, name: "Many thanks" }, NOW),
    ).toEqual({ ok: true });
    expect(await deleteTemplate(db, owner, id, NOW)).toBe(true);
    expect(await updateTemplate(db, owner, { id, version: 2 }, content, NOW)).toEqual(
      refusedAs("not-found"),
    );
    expect(await restoreTemplate(db, owner, id, NOW)).toBe(true);
    const log = await db.select().from(auditEntries).orderBy(auditEntries.id);
    expect(
      log.map(({ action, label, before, after }) => [action, label, before?.name, after?.name]),
    ).toEqual([
      ["created", "Thanks", undefined, "Thanks"],
      ["changed", "Many thanks", "Thanks", "Many thanks"],
      ["deleted", "Many thanks", undefined, undefined],
      ["restored", "Many thanks", undefined, undefined],
    ]);
  });

  dbTest("takes the same change sent twice for one", async ({ db }) => {
    const { id, version } = await createTemplate(db, owner, content);
    const change = () =>
      updateTemplate(db, owner, { id, version }, { ...content, name: "Many thanks" });
    expect([await change(), await change()]).toEqual([{ ok: true }, { ok: true }]);
    expect(await db.select().from(emailTemplates)).toMatchObject([{ version: version + 1 }]);
  });

  onBoth("is changed by the first of two tabs; the second gets an error", async ({ db }) => {
    const { id, version } = await createTemplate(db, owner, content);
    const outcomes = await Promise.all(
      ["One", "Two"].map((name) =>
        updateTemplate(db, owner, { id, version }, { ...content, name }),
      ),
    );
    const winner = outcomes.findIndex(({ ok }) => ok);
    expect(outcomes[1 - winner]).toEqual({ ok: false, reason: "changed" });
    expect(
      await db
        .select({ name: emailTemplates.name, version: emailTemplates.version })
        .from(emailTemplates),
    ).toEqual([{ name: ["One", "Two"][winner], version: 2 }]);
  });

  dbTest("is listed by name", async ({ db }) => {
    for (const name of ["b", "C", "a"]) await createTemplate(db, owner, { ...content, name });
    const gone = await createTemplate(db, owner, { ...content, name: "gone" });
    await deleteTemplate(db, owner, gone.id);
    const { rows } = await listTemplates(
      db,
      owner,
      readListQuery(new URLSearchParams(), templateList),
    );
    expect(rows.map(({ name }) => name)).toEqual(["a", "b", "C"]);
  });
});
