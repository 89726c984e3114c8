import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useRef,
  useState,
} from "react";
import { FieldedText } from "#app/features/email/admin/fields-in-text.tsx";
import { MarkedFields } from "#app/ui/admin/fields.tsx";
import { TickField } from "#app/ui/fields.tsx";
import { countCharacters } from "#app/values/text.ts";
import {
  withFillInKeys,
  withFillInNames,
  fieldText,
  shownText,
  ownCalendarLabel,
} from "#app/features/site-content/field-text.ts";
import {
  type CalendarField,
  type OptionField,
  type LeafField,
  ownCalendar,
  type RatingField,
  type ShownField,
} from "#app/content/fields.ts";
import { controlProps, FieldFrame, DefaultOffer, FieldNote, SampleMark } from "./field-frame.tsx";
import { type FillInShown, typeInto, useEditor, useIsSample } from "./editor-model.ts";
import type { FieldProps } from "./field-control.tsx";

export function LeafControl({ field, path, value, inList, head }: FieldProps<LeafField>) {
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
    "data-links": field.kind === "text" && field.links ? "" : undefined,
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

export function CalendarControl({ field, path, value }: FieldProps<CalendarField>) {
  const isOwn = value === ownCalendar;
  const first = isOwn ? "" : String(value ?? "");
  const [whose, setWhose] = useState(isOwn ? ownCalendar : "other");
  const [address, setAddress] = useState(first);
  const isSample = useIsSample(path, address);
  const error = useFreshError(path, `${whose} ${address}`);
  const choices = { [ownCalendar]: ownCalendarLabel, other: "Another site's calendar" };
  return (
    <fieldset className="min-w-0 scroll-mt-28">
      <legend className="mb-1 flex w-full items-baseline justify-between gap-3">
        <span className="font-semibold">{field.label}</span>
        {isSample && <SampleMark />}
      </legend>
      <div className="flex flex-wrap gap-x-6">
        {Object.entries(choices).map(([choice, label]) => (
          <label key={choice} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name={`${path}.whose`}
              value={choice}
              defaultChecked={choice === whose}
              onChange={() => setWhose(choice)}
              className="size-5 accent-(--fill)"
            />
            {label}
          </label>
        ))}
      </div>
      <div className={whose === ownCalendar ? "hidden noscript:block" : "flex flex-col gap-1.5"}>
        <label htmlFor={path} className="sr-only">
          Its address
        </label>
        <input
          {...controlProps(path, { ...(error && { error }) })}
          inputMode="url"
          spellCheck={false}
          placeholder="https://"
          defaultValue={first}
          onInput={({ currentTarget }) => setAddress(currentTarget.value)}
          className="input text-ellipsis"
        />
        <FieldNote id={path} error={error} />
      </div>
    </fieldset>
  );
}

export function ShownControl({ field, path, value }: FieldProps<ShownField>) {
  return (
    <div className="half-field">
      <input type="hidden" name={`${path}.asked`} value="on" />
      <TickField name={path} value="on" defaultChecked={value === true}>
        {field.label}
      </TickField>
    </div>
  );
}

export function ChoiceControl({ field, path, value }: FieldProps<OptionField>) {
  return (
    <Radios
      field={field}
      path={path}
      chosen={fieldText(field, value)}
      options={Object.entries(field.options)}
      className="grid-cols-2 sm:grid-cols-3"
    />
  );
}

const choices = ["", "1", "2", "3", "4", "5"];

export function RatingControl({ field, path, value }: FieldProps<RatingField>) {
  return (
    <Radios
      field={field}
      path={path}
      chosen={fieldText(field, value)}
      options={choices.map((stars) => [
        stars,
        stars === "" ? "None" : <Stars key={stars} count={Number(stars)} />,
      ])}
      className="max-w-md grid-cols-6"
    />
  );
}

type RadiosProps = {
  field: LeafField;
  path: string;
  chosen: string;
  options: readonly (readonly [value: string, label: ReactNode])[];
  className: string;
};

function Radios({ field, path, chosen, options, className }: RadiosProps) {
  const { errors } = useEditor();
  return (
    <fieldset id={path} tabIndex={-1} className="flex flex-col gap-1.5 outline-none">
      <legend className="mb-1.5 font-semibold">{field.label}</legend>
      <div className={`grid gap-1 sm:gap-2 ${className}`}>
        {options.map(([value, label]) => (
          <label key={value} className={choiceClass}>
            <input
              type="radio"
              name={path}
              value={value}
              defaultChecked={value === chosen}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
      {errors[path] && <p className="font-semibold text-danger">{errors[path]}</p>}
    </fieldset>
  );
}

function Stars({ count }: { count: number }) {
  return (
    <>
      <span aria-hidden="true">{count}&thinsp;★</span>
      <span className="sr-only">
        {count} {count === 1 ? "star" : "stars"}
      </span>
    </>
  );
}

const choiceClass = [
  "relative flex min-h-11 cursor-pointer items-center justify-center rounded-sm border border-edge text-base",
  "has-checked:border-fill has-checked:bg-fill has-checked:text-on-fill has-checked:forced-color-adjust-none",
  "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
].join(" ");
