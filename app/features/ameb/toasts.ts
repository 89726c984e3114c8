import { content } from "#app/content/content.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";

export function amebToasts(): FormToasts {
  const { firstName, email } = content().site;
  return {
    loading: "Sending your AMEB booking inquiry...",
    success: {
      title: "AMEB booking inquiry sent!",
      detail: `${firstName} will review the request and reply shortly.`,
    },
    failure: {
      title: "Failed to send booking inquiry.",
      detail: `Please try again later or contact directly via email. ${email}`,
    },
  };
}
