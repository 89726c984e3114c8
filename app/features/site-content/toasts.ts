import { href } from "react-router";
import { sendUndo } from "#app/ui/show-answer.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";
import type { EditorIntent } from "#app/features/site-content/admin/editor-model.ts";
import type { FormState } from "#app/server/http/forms.server.ts";

export const siteToasts: Record<EditorIntent, FormToasts> = {
  save: {
    loading: "Saving draft...",
    success: { title: "Draft saved. Visitors don't see it yet." },
    failure: { title: "Failed to save the draft. Please try again." },
  },
  publish: {
    loading: "Publishing...",
    success: { title: "Published. Visitors see it now." },
    failure: { title: "Failed to publish. Please try again." },
  },
  discard: {
    loading: "Discarding draft...",
    success: { title: "Draft discarded." },
    failure: { title: "Failed to discard the draft. Please try again." },
  },
  undo: {
    loading: "Undoing...",
    success: { title: "Undone. Visitors see the former text." },
    failure: { title: "Failed to undo. Please try again." },
  },
  withdraw: {
    loading: "Withdrawing...",
    success: { title: "Withdrawn. It's on no page and in no history any more." },
    failure: { title: "Failed to withdraw it. Please try again." },
  },
};

export function editorToasts(
  intent: EditorIntent,
  document: string,
  published: () => number | undefined,
): FormToasts {
  const toasts = siteToasts[intent];
  if (intent !== "publish") return toasts;
  return withUndo(toasts, href("/admin/site/:document", { document }), published);
}

/** `action` is the path of the form that takes a publication back. */
function withUndo(
  toasts: FormToasts,
  action: string,
  published: () => number | undefined,
): FormToasts {
  const run = () => {
    const publication = published();
    if (publication !== undefined)
      sendUndo(action, { intent: "undo", publication: String(publication) });
  };
  return { ...toasts, success: { ...toasts.success, action: { label: "Undo", run } } };
}

const historyIntents = ["put-back", "undo"] as const;
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
