import type { FormState } from "#app/server/http.server.ts";
import { toast } from "./toast.tsx";

type Line = { title: string; detail?: string };
export type FormWords = { loading: string; success: Line; failure: Line };

/**
 * Runs a form's server action between its toasts: loading turns into success or failure. Wrong
 * fields speak for themselves beside the fields, so they end the loading toast without another.
 */
export async function withToasts(serverAction: () => Promise<unknown>, words: FormWords): Promise<FormState> {
  const id = toast.loading(words.loading);
  try {
    const outcome = (await serverAction()) as FormState;
    if (outcome.notice) toast.info(outcome.notice, outcome.detail, id);
    else if (outcome.ok) toast.success(words.success.title, words.success.detail, id);
    else if (outcome.errors) toast.dismiss(id);
    else toast.error(outcome.message ?? words.failure.title, words.failure.detail, id);
    return outcome;
  } catch (error) {
    if (error instanceof Response && error.status >= 300 && error.status < 400) {
      toast.success(words.success.title, words.success.detail, id);
      throw error;
    }
    console.error(words.failure.title, error);
    toast.error(words.failure.title, words.failure.detail, id);
    return { ok: false };
  }
}
