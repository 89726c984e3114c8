import { type FormEvent, useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type * as z from "zod/mini";
import type { FormState } from "#app/server/http/forms.server.ts";
import { ErrorSummary, FormMessage } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { useFormGuard } from "./form-guard.tsx";
import type { FormToasts } from "#app/ui/form-toasts.ts";
import type { FieldErrors } from "#app/values/rules.ts";

/** A form that stays on its page. `posted`: the answer to a form sent without scripts. */
export function useSentForm(schema: z.ZodMiniType, posted: FormState | undefined) {
  const fetcher = useFetcher<FormState>();
  const state = fetcher.data ?? posted;
  const form = useRef<HTMLFormElement>(null);
  const { errors, handlers } = useFormErrors(schema, state?.errors);
  const guard = useFormGuard(form);
  const values = state?.ok ? undefined : state?.values;

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
    errors,
    // Hidden while sending, so that the next answer is seen to be new.
    state: fetcher.state === "idle" ? state : undefined,
    /** Only the server's errors; the browser's are shown beside their fields. */
    summary: state?.errors ? errors : {},
    values,
    field: (name: string) => ({ name, defaultValue: values?.[name], error: errors[name] }),
    sending: guard.holding || fetcher.state !== "idle",
  };
}

type SentMessageProps = {
  id: string;
  state: FormState | undefined;
  words: FormToasts;
  errors?: FieldErrors;
};

/** `id`: the fragment of the form's action; without scripts the page opens and focuses here. */
export function SentMessage({ id, state, words, errors }: SentMessageProps) {
  return (
    <div id={id} tabIndex={-1} className="outline-none empty:hidden">
      {state?.errors && errors && <ErrorSummary errors={errors} />}
      {state && !state.errors && <Result state={state} words={words} />}
    </div>
  );
}

function Result({ state, words }: { state: FormState; words: FormToasts }) {
  const { title, detail } = state.ok ? words.success : words.failure;
  const said = state.notice ?? state.message;
  const more = said ? state.detail : detail;
  return (
    <FormMessage ok={state.ok || state.notice !== undefined}>
      <p className="font-semibold">{said ?? title}</p>
      {more && <p>{more}</p>}
    </FormMessage>
  );
}
