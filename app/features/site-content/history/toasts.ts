import { href } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";
import { siteToasts, withUndo } from "../admin/site-toasts.ts";

export const historyIntents = ["put-back", "undo"] as const;
export type HistoryIntent = (typeof historyIntents)[number];

export const isHistoryIntent = (intent: unknown): intent is HistoryIntent =>
  historyIntents.some((known) => known === intent);

export type HistoryState = FormState & {
  publication?: number;
};

export const historyToasts: Record<HistoryIntent, FormToasts> = {
  "put-back": {
    loading: "Putting it back...",
    success: { title: "Put back. Visitors see it now." },
    failure: { title: "Failed to put it back. Please try again." },
  },
  undo: siteToasts.undo,
};

export function historyToastsFor(
  intent: HistoryIntent,
  published: () => number | undefined,
): FormToasts {
  const toasts = historyToasts[intent];
  return intent === "undo" ? toasts : withUndo(toasts, href("/admin/site/history"), published);
}
