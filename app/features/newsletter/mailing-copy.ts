import { restorableNotice } from "#app/features/audit/model.ts";
import type { DeletionToasts } from "#app/ui/admin/deletion.tsx";

export const mailingDeletion: DeletionToasts = {
  question: (name) =>
    `Are you sure you want to delete ${name ? `the draft “${name}”` : "this draft"}? ` +
    restorableNotice,
  deleting: {
    loading: "Deleting draft...",
    success: { title: "Draft deleted." },
    failure: { title: "Failed to delete the draft." },
  },
  restoring: {
    loading: "Restoring draft...",
    success: { title: "Draft restored." },
    failure: { title: "Failed to restore the draft." },
  },
};

export const noTracking =
  "It tracks nobody: it has no hidden picture, and its links go straight to the pages you name.";
