import { type FormEvent, useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type * as z from "zod/mini";
import type { FormState } from "#app/server/http/forms.server.ts";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { useFormGuard } from "./form-guard.tsx";
import type { FormToasts } from "#app/ui/form-toasts.ts";

/**
 * A form that stays on its page: sent with toasts, emptied on success, kept on failure. `posted` is
 * the answer to a form sent without scripts.
 */
export function useSentForm(schema: z.ZodMiniType, posted: FormState | undefined) {
  const fetcher = useFetcher<FormState>();
  const state = fetcher.data ?? posted;
  const form = useRef<HTMLFormElement>(null);
  const { errors, handlers } = useFormErrors(schema, state?.errors);
  const guard = useFormGuard(form);

  useEffect(() => {
    if (!fetcher.data?.ok) return;
    form.current?.reset();
    guard.renew();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a result empties the form once
  }, [fetcher.data]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    handlers.onSubmit(event);
    if (!event.defaultPrevented) guard.hold(event);
  };
  return {
    Form: fetcher.Form,
    form: {
      ref: form,
      method: "post",
      className: "no-print flex flex-col gap-5",
      ...handlers,
      onFocus: guard.begin,
      onSubmit,
    } as const,
    state,
    errors,
    /** Only the server's errors: those found in the browser stand beside their fields. */
    summary: state?.errors ? errors : {},
    values: state?.ok ? undefined : state?.values,
    sending: guard.holding || fetcher.state !== "idle",
  };
}

/** The result in the page itself, for browsers without scripts. */
export function SentMessage({ state, words }: { state: FormState | undefined; words: FormToasts }) {
  if (!state || state.errors) return null;
  const { title, detail } = state.ok ? words.success : words.failure;
  return (
    <FormMessage ok={state.ok || state.notice !== undefined}>
      <p className="font-semibold">{state.notice ?? state.message ?? title}</p>
      <p>{state.notice ? state.detail : detail}</p>
    </FormMessage>
  );
}
