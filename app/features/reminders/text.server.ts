import { fieldInWords } from "#app/features/email/fields.ts";
import type { RecordFields } from "#app/features/email/placeholders.ts";
import { getNamedTemplate } from "#app/features/email/queries.server.ts";
import { type EmailText, fillUnseen, type StandardEmail } from "#app/features/email/templates.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { allOf } from "#app/values/wording.ts";

/** The owner's text or the standard one; null when both have unfilled placeholders. */
export async function reminderText(
  tx: Db,
  standard: StandardEmail,
  record: RecordFields,
): Promise<(EmailText & { about: Record<string, string> }) | null> {
  const template = await getNamedTemplate(tx, standard.name);
  const filled = fillUnseen(standard, template, record);
  if (!filled) return null;
  const { subject, body, missing } = filled;
  const text =
    missing.length > 0
      ? `standard, because your template “${standard.name}” needs ${allOf(missing.map(fieldInWords))}`
      : "";
  return { subject, body, about: { subject, ...(text && { text }) } };
}
