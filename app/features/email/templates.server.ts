import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Owner } from "#app/features/auth/model.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { restorableSince } from "#app/features/audit/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import { emailTemplates } from "#app/server/database/tables.server.ts";
import type { EmailTemplate } from "./model.ts";
import { isListedTemplate } from "./queries.server.ts";
import type { TemplateInput } from "./templates.ts";

const subject = ({ id, name }: Pick<EmailTemplate, "id" | "name">) => ({
  kind: "template" as const,
  id,
  label: name,
});
const contentOf = ({ name, subject: line, body }: TemplateInput) => ({ name, subject: line, body });

/** The same form sent twice, with one `key`, creates one template. */
export function createTemplate(
  db: Db,
  by: Owner,
  input: TemplateInput,
  now = new Date(),
  key = "",
): Promise<EmailTemplate> {
  return db.transaction(async (tx) => {
    const insert = (id: string) =>
      tx
        .insert(emailTemplates)
        .values({ id, ...contentOf(input), createdAt: now })
        .onConflictDoNothing({ target: emailTemplates.id })
        .returning();
    const id = recordId(`template of ${by.userId}`, key, contentOf(input));
    const [created] = await insert(id);
    if (!created) {
      const [existing] = await tx
        .select()
        .from(emailTemplates)
        .where(and(eq(emailTemplates.id, id), isListedTemplate));
      if (existing) return existing;
    }
    // The id may belong to a template that this form created and that was deleted since.
    const template = created ?? (await insert(randomUUID()))[0]!;
    await recordActivity(
      tx,
      { actor: by.email, action: "created", subject: subject(template), after: contentOf(input) },
      now,
    );
    return template;
  });
}

type TemplateUpdateResult = { ok: true } | { ok: false; reason: "not-found" | "changed" };

/** Refuses any `version` but the current one, so no tab overwrites another. */
export function updateTemplate(
  db: Db,
  by: Owner,
  { id, version }: Pick<EmailTemplate, "id" | "version">,
  input: TemplateInput,
  now = new Date(),
): Promise<TemplateUpdateResult> {
  return db.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(emailTemplates)
      .where(and(eq(emailTemplates.id, id), isListedTemplate))
      .for("update");
    if (!before) return { ok: false, reason: "not-found" };
    const sent = contentOf(input);
    // The same change again: its reply may have been lost.
    if (before.version === version + 1 && isDeepStrictEqual(contentOf(before), sent))
      return { ok: true };
    if (before.version !== version) return { ok: false, reason: "changed" };
    await tx
      .update(emailTemplates)
      .set({ ...sent, version: sql`${emailTemplates.version} + 1` })
      .where(eq(emailTemplates.id, id));
    await recordActivity(
      tx,
      {
        actor: by.email,
        action: "changed",
        subject: subject({ id, name: input.name }),
        before: contentOf(before),
        after: sent,
      },
      now,
    );
    return { ok: true };
  });
}

/** False when there is no such template, deleted or not. It can be restored for a while. */
export function deleteTemplate(db: Db, by: Owner, id: string, now = new Date()) {
  const ofId = eq(emailTemplates.id, id);
  return db.transaction(async (tx) => {
    const [template] = await tx
      .update(emailTemplates)
      .set({ deletedAt: now })
      .where(and(ofId, isListedTemplate))
      .returning();
    if (!template) return (await tx.$count(emailTemplates, ofId)) > 0;
    const entry = { actor: by.email, action: "deleted", subject: subject(template) };
    await recordActivity(tx, entry, now);
    return true;
  });
}

/** False when there is neither this template nor anything to restore. */
export function restoreTemplate(db: Db, by: Owner, id: string, now = new Date()) {
  const ofId = eq(emailTemplates.id, id);
  return db.transaction(async (tx) => {
    const [template] = await tx
      .update(emailTemplates)
      .set({ deletedAt: null })
      .where(and(ofId, gt(emailTemplates.deletedAt, restorableSince(now))))
      .returning();
    if (!template) return (await tx.$count(emailTemplates, and(ofId, isListedTemplate))) > 0;
    const entry = { actor: by.email, action: "restored", subject: subject(template) };
    await recordActivity(tx, entry, now);
    return true;
  });
}
