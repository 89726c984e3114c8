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

/** Without a success the answer's own message is shown, after a redirect `done`. */
type ShownToasts = Omit<FormToasts, "success"> &
  Partial<FormToasts> & {
    done?: string | undefined;
    undo?: (fields: NonNullable<FormState["undo"]>) => ToastAction;
  };

const failed = new Map<string, number>();

/** Invalid fields only dismiss the loading toast; the result repeats it. `record`: whose error a retry replaces. */
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
      const { title, detail, action } = words.success ?? answered(outcome, words.undo);
      if (title) toast.success(title, outcome.notice ?? detail, id, action);
      else toast.dismiss(id);
    } else if (outcome.notice) toast.info(outcome.notice, outcome.detail, id);
    else if (outcome.errors) toast.dismiss(id);
    else return fail(outcome);
    return outcome;
  } catch (error) {
    if (isRedirect(error)) {
      if (leadsToSignIn(error)) return data(fail({ ...signedOut } as State), 401);
      if (words.success) toast.success(words.success.title, words.success.detail, id);
      else if (words.done) toast.success(words.done, undefined, id);
      else toast.dismiss(id);
      throw error;
    }
    // Submitted again or navigated away: the later request has its own toasts.
    if (error instanceof DOMException && error.name === "AbortError") {
      toast.dismiss(id);
      return { ok: false } as State;
    }
    // Below 500, the server or a proxy has rejected the request, so the outcome is known.
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

/** A clientAction. `words` are read when the form is sent. */
export const sendWithToasts =
  (words: () => FormToasts) =>
  ({ serverAction }: { serverAction: () => Promise<unknown> }) =>
    withToasts(serverAction, words());

/** For a form whose page shows the current state itself. */
export function dismissFailure({ loading: form }: FormToasts): void {
  const id = failed.get(form);
  if (id !== undefined) toast.dismiss(id);
  failed.delete(form);
}

function answered(
  { message = "", detail, deleted, undo }: FormState,
  undoWith: ShownToasts["undo"],
): FormToasts["success"] {
  const fields = deleted ? { intent: "restore", id: deleted } : undo;
  return {
    title: message,
    ...(detail && { detail }),
    ...(fields && undoWith && { action: undoWith(fields) }),
  };
}

const isRedirect = (error: unknown): error is Response =>
  error instanceof Response && error.status >= 300 && error.status < 400;

const signedOut = {
  ok: false,
  failed: true,
  message: "Not done: you're signed out.",
  detail: "What you typed is still here. Sign in again in another tab, then try once more.",
} as const;

const leadsToSignIn = ({ headers }: Response) => /^\/login\b/.test(headers.get("Location") ?? "");

/** A refused form's page is outdated. Without an answer the form must keep what identifies it. */
export const reloadAfterAnswer: ShouldRevalidateFunction = ({
  formMethod,
  actionResult,
  defaultShouldRevalidate,
}) => {
  const answer = actionResult as FormState | undefined;
  if (answer?.unknown || answer?.failed) return false;
  return formMethod === "POST" || defaultShouldRevalidate;
};
