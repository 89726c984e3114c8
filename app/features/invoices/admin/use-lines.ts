import { type FormEvent, useEffect, useRef, useState } from "react";
import {
  type InvoiceValues,
  newInvoiceLimits,
  typedLines,
  typedTotals,
} from "#app/features/invoices/new-invoice.ts";
import { formValues } from "#app/values/rules.ts";
import type { FormLine } from "./line-fields.tsx";

const keyed = (values: InvoiceValues): FormLine[] =>
  typedLines(values).map((line, key) => ({ ...line, key }));

const totalsIn = (form: HTMLFormElement) =>
  typedTotals(typedLines(formValues(new FormData(form)) as InvoiceValues));

export function useLines(values: InvoiceValues) {
  const [lines, setLines] = useState(() => keyed(values));
  const [totals, setTotals] = useState(() => typedTotals(lines));
  const form = useRef<HTMLFormElement>(null);
  const added = useRef<number>(null);
  useEffect(() => {
    if (!form.current) return;
    setTotals(totalsIn(form.current));
    if (added.current === null) return;
    const inputs = form.current.querySelectorAll<HTMLInputElement>('[name^="text"]');
    (inputs[added.current] ?? inputs[inputs.length - 1])?.focus();
    added.current = null;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- with the lines the form's fields change
  }, [lines]);

  /** Whether the button changes lines. Enter presses the first button, which does nothing. */
  const changeLines = (event: FormEvent<HTMLFormElement>): boolean => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const intent = submitter?.getAttribute("value") ?? "";
    const [, removed] = /^remove-(\d+)$/.exec(intent) ?? [];
    if (!removed && intent !== "add-line" && intent !== "total") return false;
    event.preventDefault();
    if (removed) {
      // The removed button would lose the focus.
      added.current = Number(removed) - 1;
      setLines(lines.filter((_, index) => index !== Number(removed) - 1));
    } else if (intent === "add-line" && lines.length < newInvoiceLimits.linesMax) {
      added.current = lines.length;
      const key = Math.max(...lines.map((line) => line.key)) + 1;
      setLines([...lines, { key, text: "", amount: "" }]);
    }
    return true;
  };
  return {
    lines,
    ...totals,
    form,
    changeLines,
    updateTotal: () => form.current && setTotals(totalsIn(form.current)),
  };
}
