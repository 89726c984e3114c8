import { data } from "react-router";
import * as z from "zod/mini";
import type { Administrator } from "#app/features/auth/model.ts";
import {
  createTemplate,
  deleteTemplate,
  restoreTemplate,
  updateTemplate,
} from "#app/features/email/templates.server.ts";
import { keyedText } from "#app/features/email/field-names.ts";
import { unknownFields } from "#app/features/email/fields.ts";
import { templateSchema } from "#app/features/email/schema.ts";
import {
  templateDeletion,
  templateToasts,
  unknownFieldsNotice,
} from "#app/features/email/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { unknownOutcomeOf, parseForm, readForm } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { check, formValues } from "#app/values/rules.ts";
import { answerDeletion, type AdminFormState } from "./deletion.server.ts";

const seenSchema = z.object({ id: z.string(), version: z.pipe(z.string(), z.transform(Number)) });

const reasons = {
  "not-found": "it was deleted in the meantime.",
  changed: "it was changed in another tab. Copy your text, then close this and open it again.",
};

/** Unknown placeholders are kept, and the reply names them. */
async function saveTemplate(request: Request, by: Administrator, intent: "create" | "update") {
  const seen = check(seenSchema, formValues(await readForm(request)));
  const form = await parseForm(request, templateSchema);
  if (!form.ok) return data<AdminFormState>(form.reply.data, 422);
  const template = keyedText(form.value);
  const failed = (reason: string, status: number) =>
    data<AdminFormState>(
      { ok: false, message: `Failed to save template: ${reason}`, values: form.values },
      status,
    );
  if (intent === "update" && !seen.ok) return failed("choose a template first.", 422);
  try {
    if (seen.ok && intent === "update") {
      const outcome = await updateTemplate(getDb(), by, seen.value, template);
      if (!outcome.ok)
        return failed(reasons[outcome.reason], outcome.reason === "changed" ? 409 : 404);
    } else {
      await createTemplate(getDb(), by, template, new Date(), guardOf(form.values).key);
    }
  } catch (error) {
    log.error({ err: error }, "template not saved");
    const unknown = unknownOutcomeOf(error);
    if (!unknown.unknown) return failed("nothing was saved. Please try again in a moment.", 503);
    return data<AdminFormState>({ ok: false, ...unknown, values: form.values }, 503);
  }
  const unknown = unknownFields([template.subject, template.body]);
  const message = templateToasts[intent].success.title;
  if (unknown.length === 0) return data<AdminFormState>({ ok: true, message });
  return data<AdminFormState>({
    ok: true,
    message,
    notice: unknownFieldsNotice(unknown),
  });
}

const deleteOrRestore = (_request: Request, form: FormData, by: Administrator) =>
  answerDeletion(form, by, {
    remove: deleteTemplate,
    restore: restoreTemplate,
    words: templateDeletion,
  });

export const templateActions = {
  create: (request: Request, _form: FormData, by: Administrator) =>
    saveTemplate(request, by, "create"),
  update: (request: Request, _form: FormData, by: Administrator) =>
    saveTemplate(request, by, "update"),
  delete: deleteOrRestore,
  restore: deleteOrRestore,
};
