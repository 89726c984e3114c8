import { content } from "#app/content/content.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";

export function eventToasts(): FormToasts {
  const { firstName, email } = content().site;
  return {
    loading: "Sending your inquiry...",
    success: {
      title: "Inquiry sent successfully!",
      detail: `${firstName} will be in touch soon.`,
    },
    failure: {
      title: "Failed to send inquiry. Please try again.",
      detail: `Or write to ${email}.`,
    },
  };
}
