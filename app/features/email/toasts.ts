import { allOf } from "#app/values/wording.ts";
import { restorableNotice } from "#app/features/audit/model.ts";
import type { DeletionToasts } from "#app/ui/admin/deletion.tsx";
import type { FormToasts } from "#app/ui/form-toasts.ts";

export const composerToasts: FormToasts = {
  loading: "Sending email...",
  success: { title: "Email sent successfully!" },
  failure: { title: "Failed to send email: please try again in a moment." },
};

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

export const resendToasts: FormToasts = {
  loading: "Sending email...",
  success: { title: "Email resent." },
  failure: { title: "Failed to send email: please try again in a moment." },
};

export const missingFieldsToast = "Not sent yet: something is missing.";

/** `“nope” and “place” can't be filled in.` */
export function unknownFieldsNotice(names: readonly string[]): string {
  const quoted = names.map((name) => `“${name}”`);
  return `${allOf(quoted)} can't be filled in.`;
}
