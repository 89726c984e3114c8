import { type FormEvent, useEffect, useRef, useState } from "react";
import { formValues } from "#app/values/rules.ts";
import { changedTimes, timeField, type TimesValues, typedTimes } from "../typed-times.ts";

const typedIn = (form: HTMLFormElement) => formValues(new FormData(form)) as TimesValues;

type Shown = { values: TimesValues; change: number; focus: string | null };

/** Without scripts the server does the same. */
export function useTimes(initial: TimesValues, onChange: (form: HTMLFormElement) => void) {
  const form = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState<Shown>({ values: initial, change: 0, focus: null });
  const [typed, setTyped] = useState(initial);
  useEffect(() => {
    if (shown.change === 0 || !form.current) return;
    const { elements } = form.current;
    const field = shown.focus && elements.namedItem(shown.focus);
    if (field instanceof HTMLElement) field.focus();
    onChange(form.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- after each change of the fields, and only then
  }, [shown]);

  const changeTimes = (event: FormEvent<HTMLFormElement>): boolean => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const intent = submitter?.getAttribute("value") ?? "";
    const before = typedIn(event.currentTarget);
    const values = changedTimes({ ...before, intent });
    if (!values) return false;
    event.preventDefault();
    setTyped(values);
    setShown({ values, change: shown.change + 1, focus: focusAfter(intent, values) });
    return true;
  };
  return {
    form,
    values: shown.values,
    /** Key of the fields: a new one resets their inputs. */
    change: shown.change,
    typed,
    changeTimes,
    onInput: () => form.current && setTyped(typedIn(form.current)),
  };
}

/** The pressed button may be gone: focuses the added pair, or the one before. */
function focusAfter(intent: string, values: TimesValues): string | null {
  const [, action, prefix] = /^(add|remove)-([a-z]+)/.exec(intent) ?? [];
  if (!prefix) return null;
  const count = typedTimes(values, prefix).length;
  if (count === 0) return null;
  const removed = Number(/-(\d)$/.exec(intent)?.[1] ?? 1);
  const number = action === "add" ? count : Math.max(1, Math.min(removed, count));
  return timeField(prefix, number, "from");
}
