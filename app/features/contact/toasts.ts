import { content } from "#app/content/content.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";

export function contactToasts(): FormToasts {
  const { firstName, email } = content().site;
  return {
    loading: "Sending your message...",
    success: {
      title: "Your message has been sent!",
      detail: `${firstName} will get back to you shortly.`,
    },
    failure: {
      title: "Failed to send message.",
      detail: `Please try again later or contact directly via email. ${email}`,
    },
  };
}
