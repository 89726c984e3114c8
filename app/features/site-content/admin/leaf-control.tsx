import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useRef,
  useState,
} from "react";
import { FieldedText } from "#app/features/email/fielded-text.tsx";
import { MarkedFields } from "#app/ui/admin/marked-fields.tsx";
import { countCharacters } from "#app/values/text.ts";
import { withFillInKeys, withFillInNames } from "../fill-in-names.ts";
import { DefaultOffer } from "./default-offer.tsx";
import { typeInto, useEditor, useIsSample } from "./editor-context.ts";
import type { FillInShown } from "./editor-model.ts";
import { controlProps, type EntryHead, FieldFrame } from "./field-frame.tsx";
import { fieldText, type LeafField, shownText } from "./field-text.ts";

type LeafProps<F extends LeafField> = {
  field: F;
  path: string;
  value: unknown;
  /** Fields in list entries have no default of their own. */
  inList: boolean;
  head?: EntryHead | undefined;
};

export function LeafControl({ field, path, value, inList, head }: LeafProps<LeafField>) {
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const first = fieldText(field, value);
  const [text, setText] = useState(first);
  const error = useFreshError(path, text);
  const usual = fieldText(field, field.default);
  const { fillIns } = useEditor();
  const hint = field.kind === "text" ? fillInsIn(text, fillIns) : hintOf(field, inList);
  const shared = {
    ...controlProps(path, { ...(error && { error }), hint }),
    ref: control,
    defaultValue: first,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setText(currentTarget.value),
    "data-fill-ins": field.kind === "text" ? "" : undefined,
  };
  const use = () => {
    typeInto(control.current!, usual);
    control.current!.focus();
  };
  return (
    <FieldFrame
      id={path}
      label={field.label}
      optional={"optional" in field && field.optional}
      width={widthOf(field)}
      head={head}
      isSample={useIsSample(path, text)}
      count={field.kind === "text" && <Count of={text} most={field.most} />}
      hint={hint}
      error={error}
      offer={
        !inList &&
        usual !== "" &&
        text !== usual && (
          <DefaultOffer
            path={path}
            label={field.label}
            text={shownText(field, field.default)}
            use={use}
          />
        )
      }
    >
      {field.kind === "text" && (field.lines || field.most > fitsOneLine) ? (
        <MarkedFields text={text} names={fillIns.map(({ name }) => name)}>
          <textarea
            {...shared}
            onKeyDown={field.lines ? undefined : keepOneLine}
            rows={Math.min(12, Math.ceil(first.length / 70) + first.split("\n").length)}
            className="input"
          />
        </MarkedFields>
      ) : (
        <PlainInput field={field} shared={shared} />
      )}
    </FieldFrame>
  );
}

/** Characters that fit one line on a phone. */
const fitsOneLine = 40;

/** The textarea wraps to show all of the text, but takes no line breaks. */
function keepOneLine(event: KeyboardEvent) {
  if (event.key === "Enter") event.preventDefault();
}

/** Hides the error once the text changes. */
export function useFreshError(path: string, text: string): string | undefined {
  const { errors } = useEditor();
  const [seen, setSeen] = useState({ errors, text });
  if (seen.errors !== errors) setSeen({ errors, text });
  return seen.errors === errors && seen.text !== text ? undefined : errors[path];
}

const inputs: Partial<Record<LeafField["kind"], InputHTMLAttributes<HTMLInputElement>>> = {
  email: { type: "email", spellCheck: false },
  link: { inputMode: "url", spellCheck: false, placeholder: "https://" },
  price: { inputMode: "decimal" },
  number: { inputMode: "numeric" },
  day: { type: "date" },
};

function PlainInput({ field, shared }: { field: LeafField; shared: object }) {
  if (field.kind === "price")
    return (
      <span className="relative">
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-soft"
        >
          A$
        </span>
        <input {...inputs.price} {...shared} className="input pl-10 tabular-nums" />
      </span>
    );
  return (
    <input
      {...inputs[field.kind]}
      {...shared}
      className={`input text-ellipsis ${field.kind === "day" ? "max-w-48" : ""}`}
    />
  );
}

function widthOf(field: LeafField): "figure" | "half" | undefined {
  if (field.kind === "price" || field.kind === "number") return "figure";
  const isHalf = field.kind === "text" ? !field.lines && field.most <= 60 : field.kind === "email";
  return isHalf ? "half" : undefined;
}

function fillInsIn(text: string, fillIns: readonly FillInShown[]): ReactNode {
  const named = withFillInNames(text);
  const used = fillIns.filter(({ name, value }) => value && named.includes(`{{${name}}}`));
  if (used.length === 0) return null;
  return used.map(({ name, value }) => (
    <span key={name} className="mt-0.5 mr-4 inline-block">
      <FieldedText text={`{{${name}}}`} /> <span className="ml-1">{value}</span>
    </span>
  ));
}

function hintOf(field: LeafField, inList: boolean): string | undefined {
  // Under each list entry it would be noise; the error message gives the limits.
  if (field.kind === "number" && !inList) return `From ${field.least} to ${field.most}.`;
  return undefined;
}

/** Counts the stored text, in which fill-ins have keys instead of names. */
export function Count({ of, most }: { of: string; most: number }) {
  const used = countCharacters(withFillInKeys(of).trim());
  return (
    <span className={used > most ? "font-semibold text-danger" : "tabular-nums"}>
      {used} of {most}
      <span className="sr-only"> characters</span>
    </span>
  );
}
