import type { DeletionToasts } from "#app/ui/admin/deletion.tsx";
import type { FormToasts } from "#app/ui/form-toasts.ts";

/* What the desk says about letters and templates (specification, sections 4 and 8). */

export const composerToasts: FormToasts = {
  loading: "Sending email...",
  success: { title: "Email sent successfully!" },
  failure: { title: "Failed to send email: the server could not be reached." },
};

export const templateToasts: Record<"create" | "update", FormToasts> = {
  create: {
    loading: "Creating template...",
    success: { title: "Template created successfully!" },
    failure: { title: "Failed to save template: the server could not be reached." },
  },
  update: {
    loading: "Updating template...",
    success: { title: "Template updated successfully!" },
    failure: { title: "Failed to save template: the server could not be reached." },
  },
};

export const templateDeletion: DeletionToasts = {
  question: "Are you sure you want to delete this email template? This action cannot be undone.",
  deleting: {
    loading: "Deleting template...",
    success: { title: "Template deleted successfully!" },
    failure: { title: "Failed to delete template." },
  },
  restoring: {
    loading: "Restoring template...",
    success: { title: "The template is back." },
    failure: { title: "Failed to restore template." },
  },
};

export const resendToasts: FormToasts = {
  loading: "Sending email...",
  success: { title: "The letter is on its way again." },
  failure: { title: "Failed to send email: the server could not be reached." },
};
