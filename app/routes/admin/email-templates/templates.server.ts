import { data } from "react-router";
import * as z from "zod/mini";
import { randomUUID } from "node:crypto";
import type { Administrator } from "#app/features/auth/model.ts";
import {
  createTemplate,
  deleteTemplate,
  restoreTemplate,
  updateTemplate,
} from "#app/features/email/templates.server.ts";
import { unknownFields, keyedText, aboutKindsWith } from "#app/features/email/fields.ts";
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
import { answerDeletion, type AdminFormState } from "#app/routes/admin/deletion.server.ts";
import { templateList } from "#app/features/email/model.ts";
import {
  isNamed,
  standardEmailRows,
  previewRecordsOf,
  type ListedEmail,
} from "#app/features/email/templates.ts";
import {
  getTemplate,
  listTemplateNames,
  listTemplates,
} from "#app/features/email/queries.server.ts";
import { getBusinessDetails } from "#app/features/invoices/business.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { newestEmailRecords } from "#app/routes/admin/email-records.server.ts";
import { appointmentEmailOrder, appointmentEmails } from "#app/features/diary/email-copy.ts";
import {
  invoiceReminderSteps,
  invoiceStepLabels,
  invoiceReminderEmails,
  severalInvoicesEmail,
} from "#app/features/invoices/reminder-plans.server.ts";
import { standardQuoteEmail } from "#app/features/quotes/sending.ts";
import {
  quoteReminderSteps,
  quoteStepLabels,
  quoteReminderEmails,
} from "#app/features/quotes/reminders.ts";

/** `?edit=ID` and `?new` open the dialog without scripts; `&from=NAME` inserts a standard text. */
export async function loadTemplates(url: string, by: Administrator, failed: string | null) {
  const { searchParams } = new URL(url);
  const list = readListQuery(searchParams, templateList);
  const edited = searchParams.get("edit") ?? failed;
  const db = getDb();
  try {
    const templates = await listTemplates(db, by, list);
    const template = edited ? await getTemplate(db, by, edited) : null;
    const open = template !== null || searchParams.has("new") || failed === "new";
    const details = await getBusinessDetails(db);
    const kinds = aboutKindsWith(details);
    const newest = open ? await newestEmailRecords(db, by, kinds) : [];
    const previewRecords = previewRecordsOf(newest, kinds, melbourneDay(new Date()));
    const withText = standardEmails(details);
    const start = withText.find((email) => isNamed(email, searchParams.get("from") ?? ""));
    const standard = standardEmailRows(withText, await listTemplateNames(db, by));
    return {
      formKey: randomUUID(),
      list,
      templates,
      template,
      start: start ?? null,
      open,
      kinds,
      previewRecords,
      standard,
    };
  } catch (error) {
    log.error({ err: error }, "templates not loaded");
    const none = { templates: null, template: null, start: null, open: false };
    return { formKey: "", list, ...none, kinds: [], previewRecords: [], standard: [] };
  }
}

type Invoicing = { invoicing: boolean };

/** In the order in which a client gets them; quote and invoice emails only with invoicing. */
export const standardEmails = ({ invoicing }: Invoicing): readonly ListedEmail[] => [
  ...(invoicing ? moneyEmails() : []),
  ...appointmentEmailOrder.map((name) => ({
    ...appointmentEmails()[name],
    about: "Appointments" as const,
  })),
];

const moneyEmails = (): readonly ListedEmail[] => [
  { ...standardQuoteEmail(), about: "Quotes", when: "When you send a quote" },
  ...quoteReminderSteps.map((step) => ({
    ...quoteReminderEmails()[step],
    about: "Quotes" as const,
    when: quoteStepLabels[step],
  })),
  ...invoiceReminderSteps.map((step) => ({
    ...invoiceReminderEmails()[step],
    about: "Invoices" as const,
    when: invoiceStepLabels[step],
  })),
  { ...severalInvoicesEmail(), about: "Invoices", when: "When several are due for a reminder" },
];

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
