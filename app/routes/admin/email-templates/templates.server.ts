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
import {
  type TemplateInput,
  templateSchema,
  templateDeletion,
  unknownFieldsNotice,
  isNamed,
  standardEmailRows,
  previewRecordsOf,
  type ListedEmail,
  type StandardEmail,
} from "#app/features/email/templates.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { check, formValues } from "#app/values/rules.ts";
import { ownerDeletionActions } from "#app/routes/admin/deletion.server.ts";
import { ownerAction } from "#app/routes/admin/form-actions.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { templateList } from "#app/features/email/model.ts";
import {
  getTemplate,
  listTemplateNames,
  listTemplates,
} from "#app/features/email/queries.server.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { newestEmailRecords } from "#app/routes/admin/email-records.server.ts";
import { appointmentEmails } from "#app/features/diary/email-copy.ts";
import {
  invoiceReminderEmails,
  severalInvoicesEmail,
} from "#app/features/invoices/reminder-plans.server.ts";
import { standardQuoteEmail, quoteReminderEmails } from "#app/features/quotes/sending.server.ts";
import { examReminderEmails } from "#app/features/ameb/reminders.server.tsx";

/** `?edit=ID` and `?new` open the dialog without scripts; `&from=NAME` inserts a standard text. */
export async function loadTemplates(url: string, by: Administrator, failed: string | null) {
  const { searchParams } = new URL(url);
  const list = readListQuery(searchParams, templateList);
  const edited = searchParams.get("edit") ?? failed;
  const db = getDb();
  return load("Failed to load email templates.", async () => {
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
  });
}

type Invoicing = { invoicing: boolean };

/** In the order in which a client gets them; quote and invoice emails only with invoicing. */
export const standardEmails = ({ invoicing }: Invoicing): readonly ListedEmail[] => [
  ...(invoicing ? moneyEmails() : []),
  ...listed("Appointments", Object.values(appointmentEmails())),
  ...listed("Exams", Object.values(examReminderEmails())),
];

const moneyEmails = (): readonly ListedEmail[] => [
  ...listed("Quotes", [standardQuoteEmail(), ...Object.values(quoteReminderEmails())]),
  ...listed("Invoices", [...Object.values(invoiceReminderEmails()), severalInvoicesEmail()]),
];

const listed = (about: ListedEmail["about"], emails: readonly StandardEmail[]): ListedEmail[] =>
  emails.map((email) => ({ ...email, about }));

const seenSchema = z.object({ id: z.string(), version: z.pipe(z.string(), z.transform(Number)) });

const reasons = {
  "not-found": "it was deleted in the meantime.",
  changed: "it was changed in another tab. Copy your text, then close this and open it again.",
};

const failed = (reason: string) => `Failed to save template: ${reason}`;
const failure = failed("nothing was saved. Please try again in a moment.");

/** Unknown placeholders are kept, and the reply names them. */
function saved(message: string, { subject, body }: TemplateInput) {
  const unknown = unknownFields([subject, body]);
  return { ok: true, message, ...(unknown.length > 0 && { notice: unknownFieldsNotice(unknown) }) };
}

export const templateActions = {
  ...ownerDeletionActions({
    remove: deleteTemplate,
    restore: restoreTemplate,
    words: templateDeletion,
  }),
  create: ownerAction({
    schema: templateSchema,
    failure,
    async run({ db, by, input, values }) {
      const template = keyedText(input);
      await createTemplate(db, by, template, new Date(), guardOf(values).key);
      return saved("Template created successfully!", template);
    },
  }),
  update: ownerAction({
    schema: templateSchema,
    failure,
    async run({ db, by, input, form }) {
      const seen = check(seenSchema, formValues(form));
      if (!seen.ok) return { ok: false, message: failed("choose a template first."), status: 422 };
      const template = keyedText(input);
      const outcome = await updateTemplate(db, by, seen.value, template);
      if (outcome.ok) return saved("Template updated successfully!", template);
      const status = outcome.reason === "changed" ? 409 : 404;
      return { ok: false, message: failed(reasons[outcome.reason]), status };
    },
  }),
};
