import * as z from "zod/mini";
import { emailAddress, longText, text } from "#app/values/rules.ts";
import { allOf } from "#app/values/wording.ts";
import { restorableNotice } from "#app/features/audit/model.ts";
import type { DeletionToasts } from "#app/ui/admin/deletion.tsx";

const subjectMax: [number, string] = [200, "Subject must not be longer than 200 characters."];
const bodyMax: [number, string] = [10_000, "Body must not be longer than 10,000 characters."];

const bodyText = (required: string) => longText({ min: [1, required], max: bodyMax });

/** Also the payload of `send-admin-email`. */
export const composedEmailSchema = z.object({
  recipientEmail: emailAddress("A valid recipient email is required."),
  subject: text({ min: [1, "Subject cannot be empty."], max: subjectMax }),
  body: bodyText("Email body cannot be empty."),
  templateId: z.optional(z.string()),
});

export type ComposedEmailInput = z.output<typeof composedEmailSchema>;

export const templateSchema = z.object({
  name: text({
    min: [1, "Template name is required."],
    max: [100, "Template name must not be longer than 100 characters."],
  }),
  subject: text({ min: [1, "Subject is required."], max: subjectMax }),
  body: bodyText("Body is required."),
});

export type TemplateInput = z.output<typeof templateSchema>;

export const templateDeletion: DeletionToasts = {
  question: (name) =>
    `Are you sure you want to delete ${name ? `the email template “${name}”` : "this email template"}? ` +
    restorableNotice,
  deleting: {
    loading: "Deleting template...",
    success: { title: "Template deleted successfully!" },
    failure: { title: "Failed to delete template." },
  },
  restoring: {
    loading: "Restoring template...",
    success: { title: "Template restored." },
    failure: { title: "Failed to restore template." },
  },
};

export const emailSent = "Email sent successfully!";

export const missingFieldsToast = "Not sent yet: something is missing.";

export function unknownFieldsNotice(names: readonly string[]): string {
  const quoted = names.map((name) => `“${name}”`);
  return `${allOf(quoted)} can't be filled in.`;
}
