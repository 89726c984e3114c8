import type { FormState } from "#app/server/http/forms.server.ts";
import { toast, type ToastAction } from "./toast.tsx";

type Line = { title: string; detail?: string };
/** What a form says; after success it may offer to take it back. */
export type FormToasts = {
  loading: string;
  success: Line & { action?: ToastAction };
  failure: Line;
};

/**
 * Runs a form's server action between its toasts: loading turns into success or failure. Wrong
 * fields speak for themselves beside the fields, so they end the loading toast without another.
 */
export async function withToasts<State extends FormState = FormState>(
  serverAction: () => Promise<unknown>,
  words: FormToasts,
): Promise<State> {
  const id = toast.loading(words.loading);
  try {
    const outcome = (await serverAction()) as State;
    if (outcome.notice && !outcome.ok) toast.info(outcome.notice, outcome.detail, id);
    else if (outcome.ok)
      toast.success(
        words.success.title,
        outcome.notice ?? words.success.detail,
        id,
        words.success.action,
      );
    else if (outcome.errors) toast.dismiss(id);
    else toast.error(outcome.message ?? words.failure.title, words.failure.detail, id);
    return outcome;
  } catch (error) {
    if (error instanceof Response && error.status >= 300 && error.status < 400) {
      toast.success(words.success.title, words.success.detail, id);
      throw error;
    }
    // Pressed twice, or gone elsewhere: whatever came after speaks for itself.
    if (error instanceof DOMException && error.name === "AbortError") {
      toast.dismiss(id);
      return { ok: false } as State;
    }
    console.error(words.failure.title, error);
    toast.error(words.failure.title, words.failure.detail, id);
    return { ok: false } as State;
  }
}
