import { data } from "react-router";
import * as z from "zod/mini";
import type { Administrator } from "#app/features/auth/model.ts";
import { type Db, getDb } from "#app/server/database/db.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import type { DeletionToasts } from "#app/ui/admin/deletion.tsx";
import { check, formValues } from "#app/values/rules.ts";

/** `asked`: the id to confirm for deletion; `deleted`: the id that can be restored. */
export type AdminFormState = FormState & { asked?: string; deleted?: string };

type Command = (db: Db, by: Administrator, id: string) => Promise<boolean>;
type Deletion = { remove: Command; restore: Command; words: DeletionToasts };

const schema = z.object({
  id: z.string(),
  intent: z.enum(["delete", "restore"]),
  confirmed: z.optional(z.literal("yes")),
});

export async function answerDeletion(
  form: FormData,
  by: Administrator,
  { remove, restore, words }: Deletion,
) {
  const checked = check(schema, formValues(form));
  if (!checked.ok) return data<AdminFormState>({ ok: false }, 422);
  const { id, intent, confirmed } = checked.value;
  if (intent === "delete" && !confirmed) return data<AdminFormState>({ ok: false, asked: id });
  const failure = (intent === "delete" ? words.deleting : words.restoring).failure.title;
  try {
    const done = await (intent === "delete" ? remove : restore)(getDb(), by, id);
    if (!done)
      return data<AdminFormState>({ ok: false, message: `${failure} It no longer exists.` }, 404);
    return data<AdminFormState>({ ok: true, ...(intent === "delete" && { deleted: id }) });
  } catch (error) {
    log.error({ err: error, intent }, "deletion failed");
    return data<AdminFormState>({ ok: false, message: failure, ...unknownOutcomeOf(error) }, 503);
  }
}
