import { site } from "#app/content/site.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";

export const amebToasts: FormToasts = {
  loading: "Sending your AMEB booking inquiry...",
  success: {
    title: "AMEB booking inquiry sent!",
    detail: `${site.firstName} will review the request and reply shortly.`,
  },
  failure: {
    title: "Failed to send booking inquiry.",
    detail: `Please try again later or contact directly via email. ${site.email}`,
  },
};
