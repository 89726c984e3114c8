import { data, isRouteErrorResponse, type ShouldRevalidateFunction } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { unknownOutcome } from "#app/values/unknown-outcome.ts";
import { toast, type ToastAction } from "./toast.tsx";

type Line = { title: string; detail?: string };
export type FormToasts = {
  loading: string;
  success: Line & { action?: ToastAction };
  failure: Line;
};

/** Without a success the answer's own message is shown. */
type ShownToasts = Omit<FormToasts, "success"> & Partial<FormToasts>;

/** The error toasts that still stand, by form and record. */
const failed = new Map<string, number>();

/**
 * Runs a form's server action between its toasts. Invalid fields have messages beside them, so they
 * only dismiss the loading toast. What is returned says everything that the toast says, for the form.
 * @param record that the form is about: its next try replaces its error, and no other record's
 */
export async function withToasts<State extends FormState = FormState>(
  serverAction: () => Promise<unknown>,
  words: ShownToasts,
  record = "",
) {
  const form = words.loading + record;
  const id = toast.loading(words.loading, failed.get(form));
  failed.delete(form);
  try {
    const outcome = (await serverAction()) as State;
    if (outcome.ok) {
      const { title, detail, action } = words.success ?? answered(outcome);
      if (title) toast.success(title, outcome.notice ?? detail, id, action);
      else toast.dismiss(id);
    } else if (outcome.notice) toast.info(outcome.notice, outcome.detail, id);
    else if (outcome.errors) toast.dismiss(id);
    else return fail(outcome);
    return outcome;
  } catch (error) {
    if (isRedirect(error)) {
      if (leadsToSignIn(error)) toast.error(words.failure.title, "Please sign in again.", id);
      else if (words.success) toast.success(words.success.title, words.success.detail, id);
      else toast.dismiss(id);
      throw error;
    }
    // Submitted again, or navigated away: the later request has toasts of its own.
    if (error instanceof DOMException && error.name === "AbortError") {
      toast.dismiss(id);
      return { ok: false } as State;
    }
    // The server, or a proxy before it, answers below 500 what it has not let through.
    const status = isRouteErrorResponse(error) ? error.status : 503;
    const unknown = status >= 500 && ({ unknown: true, ...unknownOutcome } as const);
    return data(fail({ ok: false, ...unknown } as State, error), status);
  }

  function fail(outcome: State, error?: unknown): State {
    const message = outcome.message ?? words.failure.title;
    const detail = outcome.message ? outcome.detail : words.failure.detail;
    console.error(...[message, error].filter(Boolean));
    failed.set(form, toast.error(message, detail, id));
    return { ...outcome, message, detail };
  }
}

/** Dismisses the error toast of a form whose page says itself what stands. */
export function dismissFailure({ loading: form }: FormToasts): void {
  const id = failed.get(form);
  if (id !== undefined) toast.dismiss(id);
  failed.delete(form);
}

function answered({ message = "", detail }: FormState): FormToasts["success"] {
  return { title: message, ...(detail && { detail }) };
}

function isRedirect(error: unknown): error is Response {
  return error instanceof Response && error.status >= 300 && error.status < 400;
}

/** The session has ended, and the form with it. */
function leadsToSignIn({ headers }: Response): boolean {
  return /^\/login\b/.test(headers.get("Location") ?? "");
}

/**
 * After a refusal the page shows what no longer is: it is always loaded again. Without an answer
 * there is nothing to load, and the form must keep what identifies it.
 */
export const reloadAfterAnswer: ShouldRevalidateFunction = ({
  formMethod,
  actionResult,
  defaultShouldRevalidate,
}) => {
  if ((actionResult as FormState | undefined)?.unknown) return false;
  return formMethod === "POST" || defaultShouldRevalidate;
};
