import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { href } from "react-router";
import { guardNames, minimumFillTime } from "./model.ts";

type GuardFieldsProps = { form: string; given?: { token: string; key: string } };

/** `given`: token and key for a page without scripts, rendered for one visitor. */
export function GuardFields({ form, given }: GuardFieldsProps) {
  const id = `${form}-${guardNames.honeypot}`;
  return (
    <div className="sr-only" aria-hidden="true">
      <label htmlFor={id}>Please leave this empty</label>
      <input id={id} name={guardNames.honeypot} tabIndex={-1} autoComplete="off" />
      <input type="hidden" name={guardNames.token} defaultValue={given?.token} />
      <input type="hidden" name={guardNames.key} defaultValue={given?.key} />
    </div>
  );
}

/** Delays submitting until `minimumFillTime` has passed; without a token it does not wait. */
export function useFormGuard(form: RefObject<HTMLFormElement | null>) {
  const tokenFetched = useRef<Promise<number> | null>(null);
  const ready = useRef(false);
  const [holding, setHolding] = useState(false);

  const put = (name: string, value: string) => {
    const field = form.current?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  };
  /** Returns when the token came, by `performance.now()`; 0 without one. */
  const begin = (): Promise<number> => {
    const field = form.current?.elements.namedItem(guardNames.key);
    // randomUUID needs a secure context; without a key the content identifies the form.
    if (field instanceof HTMLInputElement && !field.value)
      field.value = crypto.randomUUID?.() ?? "";
    return (tokenFetched.current ??= setToken());
  };
  const setToken = async () => {
    const token = await fetchToken();
    put(guardNames.token, token);
    return token ? performance.now() : 0;
  };

  useEffect(() => {
    // The visitor may have begun before this script ran.
    if (form.current?.contains(document.activeElement)) void begin();
  });

  const release = async () => {
    const left = (await begin()) + minimumFillTime - performance.now();
    // 20 ms to spare; always a later task: a form can't be submitted again within its submit event.
    await new Promise((resolve) => setTimeout(resolve, Math.max(left, 0) + 20));
    setHolding(false);
    ready.current = true;
    form.current?.requestSubmit();
  };

  return {
    holding,
    begin: () => void begin(),
    /** Delays a valid form; its second submit event passes. */
    hold(event: FormEvent<HTMLFormElement>): void {
      if (ready.current) {
        ready.current = false;
        return;
      }
      event.preventDefault();
      if (holding) return;
      setHolding(true);
      void release();
    },
    renew() {
      tokenFetched.current = null;
      put(guardNames.key, "");
      put(guardNames.token, "");
    },
  };
}

async function fetchToken(): Promise<string> {
  try {
    const response = await fetch(href("/form-token"), { signal: AbortSignal.timeout(3_000) });
    return response.ok ? await response.text() : "";
  } catch {
    return "";
  }
}
