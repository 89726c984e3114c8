import { content } from "#app/content/content.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";

export const eventToasts = (): FormToasts => ({
  loading: "Sending your inquiry...",
  success: {
    title: "Inquiry sent successfully!",
    detail: `${content().site.firstName} will be in touch soon.`,
  },
  failure: {
    title: "Failed to send inquiry. Please try again.",
    detail: `Or write to ${content().site.email}.`,
  },
});
