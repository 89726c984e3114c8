import { site } from "#app/content/site.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";

export const eventToasts: FormToasts = {
  loading: "Sending your inquiry...",
  success: {
    title: "Inquiry sent successfully!",
    detail: `${site.firstName} will be in touch soon.`,
  },
  failure: {
    title: "Failed to send inquiry. Please try again.",
    detail: `Or write to ${site.email}.`,
  },
};
