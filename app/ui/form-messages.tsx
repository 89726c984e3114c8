import { type ReactNode, useEffect, useRef } from "react";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { FieldErrors } from "#app/values/rules.ts";

export function ErrorSummary({ errors, prefix = "" }: { errors: FieldErrors; prefix?: string }) {
  if (Object.keys(errors).length === 0) return null;
  return <Summary errors={errors} prefix={prefix} />;
}

function Summary({ errors, prefix }: { errors: FieldErrors; prefix: string }) {
  const answer = useFocusOnArrival<HTMLDivElement>();
  return (
    <div ref={answer} tabIndex={-1} role="alert" className="border-l-4 border-danger bg-raised p-4">
      <p className="font-semibold">There is a problem</p>
      <ul>
        {Object.entries(errors).map(([name, message]) => (
          <li key={name}>
            <a className="link tall" href={`#${prefix}${name}`}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function FormMessage({ ok, children }: { ok: boolean; children: ReactNode }) {
  return (
    <div
      ref={useFocusOnArrival<HTMLDivElement>()}
      tabIndex={-1}
      role={ok ? "status" : "alert"}
      className={`border-l-4 bg-raised p-4 text-left ${ok ? "border-good" : "border-danger"}`}
    >
      {children}
    </div>
  );
}

export function FormFailure({ state }: { state: FormState | undefined }) {
  if (!state || state.ok || !state.message) return null;
  return (
    <FormMessage ok={false}>
      <p className="font-semibold">{state.message}</p>
      {state.detail && <p>{state.detail}</p>}
    </FormMessage>
  );
}

export function FormSuccess({ state }: { state: FormState | undefined }) {
  if (!state?.ok || !state.message) return null;
  return (
    <FormMessage key={state.message} ok>
      {state.message}
    </FormMessage>
  );
}

/** Focuses a new answer. A page loaded with its answer follows its URL or `autofocus` instead. */
export function useFocusOnArrival<Answer extends HTMLElement>() {
  const answer = useRef<Answer>(null);
  useEffect(() => {
    if (document.documentElement.dataset.hydrated === undefined) return;
    answer.current?.focus({ preventScroll: true });
    answer.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return answer;
}
