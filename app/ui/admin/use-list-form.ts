import { type FormEvent, useEffect, useRef } from "react";
import { useNavigate, useNavigation, useSearchParams } from "react-router";

const typingPause = 250;

function queryOf(form: HTMLFormElement): string {
  const entries = [...new FormData(form)].map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new URLSearchParams(entries.filter(([, value]) => value !== "")).toString();
}

type ShownValue = (name: string) => string;

function differing(form: HTMLFormElement, shown: ShownValue) {
  return [...form.elements].filter(
    (field): field is HTMLInputElement | HTMLSelectElement =>
      (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) &&
      field.type !== "hidden" &&
      field.value !== shown(field.name),
  );
}

/** Fields keep typed values until something else changes the URL. `shown`: a field's URL value. */
export function useListForm(shown: ShownValue) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { location: target } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The query that this form asked for last, unless something else has since. */
  const asked = useRef<string>(undefined);
  const current = params.toString();

  const apply = () => {
    clearTimeout(pause.current);
    asked.current = queryOf(form.current!);
    void navigate(`?${asked.current}`, { replace: true, preventScrollReset: true });
  };
  const applySoon = () => {
    clearTimeout(pause.current);
    pause.current = setTimeout(apply, typingPause);
  };

  // Before the next effect, which would overwrite what was typed before hydration.
  useEffect(() => {
    asked.current = current;
    if (differing(form.current!, shown).length > 0) applySoon();
    return () => clearTimeout(pause.current);
    // oxlint-disable-next-line react/exhaustive-deps -- once, at hydration
  }, []);

  useEffect(() => {
    if (asked.current === current) return;
    asked.current = undefined;
    for (const field of differing(form.current!, shown)) field.value = shown(field.name);
    // oxlint-disable-next-line react/exhaustive-deps -- `shown` says the same for the same URL
  }, [current]);

  // Stops a search that would call back a reader who has moved on.
  useEffect(() => {
    if (target && target.search.slice(1) !== asked.current) clearTimeout(pause.current);
  }, [target]);

  return {
    ref: form,
    onInput: (event: FormEvent) => {
      const composing = (event.nativeEvent as InputEvent).isComposing;
      if (event.target instanceof HTMLSelectElement) apply();
      else if (!composing) applySoon();
    },
    onCompositionEnd: applySoon,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      apply();
    },
  };
}
