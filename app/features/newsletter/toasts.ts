import type { FormToasts } from "#app/ui/form-toasts.ts";
import { subscribed } from "./model.ts";

export const newsletterToasts = {
  loading: "Subscribing you to the newsletter...",
  success: { title: subscribed, detail: "Check your inbox for a welcome message soon." },
  already: { title: "You're already subscribed!", detail: "No need to sign up again." },
  failure: { title: "Failed to subscribe.", detail: "Please try again later." },
} as const satisfies FormToasts & Record<"already", object>;
