import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { href } from "react-router";
import { guardNames, minimumFillTime } from "./model.ts";

/** The guard's fields: a box that nobody sees and only programs fill in, and two that the application fills. */
export function GuardFields({ form }: { form: string }) {
  const id = `${form}-${guardNames.honeypot}`;
  return (
    <div className="sr-only" aria-hidden="true">
      <label htmlFor={id}>Please leave this empty</label>
      <input id={id} name={guardNames.honeypot} tabIndex={-1} autoComplete="off" />
      <input type="hidden" name={guardNames.token} />
      <input type="hidden" name={guardNames.key} />
    </div>
  );
}

/**
 * Stamps and keys a form when somebody begins to fill it in, and holds it back for the rest of the
 * shortest time in which a person can have done so. Without scripts, or when no stamp can be had,
 * the form goes as it is.
 */
export function useFormGuard(form: RefObject<HTMLFormElement | null>) {
  const stamped = useRef<Promise<number> | null>(null);
  const ready = useRef(false);
  const [holding, setHolding] = useState(false);

  const put = (name: string, value: string) => {
    const field = form.current?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  };
  /** When the stamp came, by this page's clock; zero when none could be had. */
  const begin = (): Promise<number> => {
    const field = form.current?.elements.namedItem(guardNames.key);
    // Only a secure page can make one; without it the words themselves are the key.
    if (field instanceof HTMLInputElement && !field.value)
      field.value = crypto.randomUUID?.() ?? "";
    return (stamped.current ??= stampForm());
  };
  const stampForm = async () => {
    const stamp = await fetchStamp();
    put(guardNames.token, stamp);
    return stamp ? performance.now() : 0;
  };

  useEffect(() => {
    // Somebody may have begun before this code arrived.
    if (form.current?.contains(document.activeElement)) void begin();
  });

  const release = async () => {
    const left = (await begin()) + minimumFillTime - performance.now();
    // A moment more than the server asks for: its clock ticks in whole milliseconds. And in any
    // case a turn later: a form cannot be sent again while it is being sent.
    await new Promise((resolve) => setTimeout(resolve, Math.max(left, 0) + 20));
    setHolding(false);
    ready.current = true;
    form.current?.requestSubmit();
  };

  return {
    holding,
    begin: () => void begin(),
    /** Holds back a form that is in order until it may go; it then comes by once more and passes. */
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
    /** The next form is another one. */
    renew() {
      stamped.current = null;
      put(guardNames.key, "");
      put(guardNames.token, "");
    },
  };
}

async function fetchStamp(): Promise<string> {
  try {
    const response = await fetch(href("/form-token"), { signal: AbortSignal.timeout(3_000) });
    return response.ok ? await response.text() : "";
  } catch {
    return "";
  }
}
