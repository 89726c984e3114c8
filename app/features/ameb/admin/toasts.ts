import { restorableNotice } from "#app/features/audit/model.ts";
import type { DeletionToasts } from "#app/ui/admin/deletion.tsx";

export const bookingDeletion: DeletionToasts = {
  question: (name) =>
    `Are you sure you want to delete ${name ? `the AMEB booking of ${name}` : "this AMEB booking"}? ` +
    restorableNotice,
  deleting: {
    loading: "Deleting booking...",
    success: { title: "Booking deleted successfully!" },
    failure: { title: "Failed to delete booking." },
  },
  restoring: {
    loading: "Restoring booking...",
    success: { title: "The booking is back." },
    failure: { title: "Failed to restore booking." },
  },
};
