import { allOf } from "#app/values/wording.ts";
import { restorableNotice } from "#app/features/audit/model.ts";
import type { DeletionToasts } from "#app/ui/admin/deletion.tsx";

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
