import type { FormState } from "#app/server/http/forms.server.ts";
import { toast, type ToastAction } from "./toast.tsx";

type Line = { title: string; detail?: string };
export type FormToasts = {
  loading: string;
  success: Line & { action?: ToastAction };
  failure: Line;
};

/**
 * Runs a form's server action between its toasts. Invalid fields have messages beside them, so they
 * only dismiss the loading toast.
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
    // Submitted again, or navigated away: the later request has toasts of its own.
    if (error instanceof DOMException && error.name === "AbortError") {
      toast.dismiss(id);
      return { ok: false } as State;
    }
    console.error(words.failure.title, error);
    toast.error(words.failure.title, words.failure.detail, id);
    return { ok: false } as State;
  }
}
