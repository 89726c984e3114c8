import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import type { PublicPage } from "./pages.ts";

/* Forms, checks, diffs and types are derived from these field definitions. */

interface Common<T> {
  label: string;
  default: T;
  /** The default is a sample, to be replaced before going live. */
  sample: boolean;
}

/** `lines`: the text keeps its paragraphs; else it has one line. */
export interface WordsField extends Common<string> {
  kind: "text";
  most: number;
  lines: boolean;
  optional: boolean;
  /** Holds no fill-ins, because other texts are filled in with it. */
  plain: boolean;
  /** Words may be a link: `[the words](https://example.com)`. */
  links: boolean;
}

/** An https, mailto or tel URL, or a path of this site; `only` limits it to one form. */
interface LinkField extends Common<string> {
  kind: "link";
  only: "https" | null;
  optional: boolean;
}

export const ownCalendar = "own";

export interface CalendarField extends Common<string> {
  kind: "calendar";
  only: "https" | null;
  /** A sample URL that doesn't work, to be replaced before going live. */
  example: string;
}

interface NumberField extends Common<number> {
  kind: "number";
  least: number;
  most: number;
}

type SimpleField<K extends string, T> = Common<T> & { kind: K };

/** One of a few, by name; `options` are their labels. */
export interface OptionField extends Common<string> {
  kind: "choice";
  options: Readonly<Record<string, string>>;
}

type EmailField = SimpleField<"email", string>;
type PriceField = SimpleField<"price", Cents>;
/** One to five; null for none. */
export type RatingField = SimpleField<"rating", number | null>;
/** `ahead`: the day may come yet. */
type DayField = SimpleField<"day", Day> & { ahead: boolean };
/** Whether a page or section shows. */
export type ShownField = SimpleField<"shown", boolean>;

/** `name` is a drawing's name or an uploaded picture's id; `alt` is empty for decoration. */
export type PictureValue = { readonly name: string; readonly alt: string };

export interface PictureField extends Common<PictureValue> {
  kind: "picture";
  /** `share` is the preview that networks and messages show with a link. */
  shape: "portrait" | "landscape" | "share" | "wordmark" | "symbol";
  optional: boolean;
}

/** Part of the words that the owner can't edit. */
interface FixedField<T = unknown> {
  kind: "fixed";
  default: T;
  /** A hint for the owner, where she would look for it. */
  note: string | null;
}

export interface GroupField<F extends ContentFields = ContentFields> {
  kind: "group";
  label: string;
  fields: F;
  default: ValuesOf<F>;
}

/** `T`: of an entry. */
export interface ListField<T = unknown> extends Common<readonly T[]> {
  kind: "list";
  item: EditableField;
  least: number;
  most: number;
  /** Default entries that are samples. For groups only their fields marked as samples count. */
  samples: readonly T[];
  /** No two entries may be equal in all of these fields. */
  unique: readonly string[] | null;
}

export type LeafField =
  | WordsField
  | LinkField
  | CalendarField
  | OptionField
  | EmailField
  | PriceField
  | NumberField
  | RatingField
  | DayField
  | ShownField
  | PictureField;

type EditableField = LeafField | GroupField | ListField;
export type ContentField = EditableField | FixedField;

export const isLeaf = (field: ContentField): field is LeafField =>
  !["group", "list", "fixed"].includes(field.kind);

export interface ContentFields {
  readonly [name: string]: ContentField;
}

type ValuesOf<F extends ContentFields> = { readonly [K in keyof F]: F[K]["default"] };

type Options = { sample?: boolean; optional?: boolean };
type TextOptions = Options & { most?: number; plain?: boolean; links?: boolean };

const common = <T>(label: string, value: T, { sample = false }: Options) => ({
  label,
  default: value,
  sample,
});

function textField(
  lines: boolean,
  usual: number,
  label: string,
  value: string,
  { most = usual, optional = false, plain = false, links = lines, ...options }: TextOptions = {},
): WordsField {
  return { kind: "text", ...common(label, value, options), most, lines, optional, plain, links };
}

export const shortText = (label: string, value: string, options?: TextOptions) =>
  textField(false, 120, label, value, options);

export const prose = (label: string, value: string, options?: TextOptions) =>
  textField(true, 600, label, value, options);

export const sampleProse = (label: string, value: string) => prose(label, value, { sample: true });

export function link(
  label: string,
  value: string,
  { only = null, optional = false, ...options }: Options & { only?: "https" | null } = {},
): LinkField {
  return { kind: "link", ...common(label, value, options), only, optional };
}

/** `example` was the default when there were only calendars of other sites. */
export function calendar(
  label: string,
  example: string,
  { only = null }: { only?: "https" | null } = {},
): CalendarField {
  return { kind: "calendar", ...common(label, ownCalendar as string, {}), only, example };
}

export function choice(
  label: string,
  value: string,
  options: Readonly<Record<string, string>>,
): OptionField {
  return { kind: "choice", ...common(label, value, {}), options };
}

export function email(label: string, value: string, options: Options = {}): EmailField {
  return { kind: "email", ...common(label, value, options) };
}

export function price(label: string, value: Cents, options: Options = {}): PriceField {
  return { kind: "price", ...common(label, value, options) };
}

export function number(
  label: string,
  value: number,
  { least, most, ...options }: Options & { least: number; most: number },
): NumberField {
  return { kind: "number", ...common(label, value, options), least, most };
}

export function stars(label: string, options: Options = {}): RatingField {
  return { kind: "rating", ...common(label, null as number | null, options) };
}

export function day(label: string, { ahead = false }: { ahead?: boolean } = {}): DayField {
  return { kind: "day", ...common(label, "" as Day, {}), ahead };
}

export function shown(label: string): ShownField {
  return { kind: "shown", ...common(label, true as boolean, {}) };
}

export function picture(
  label: string,
  shape: PictureField["shape"],
  value: PictureValue,
  { optional = false, ...options }: Options = {},
): PictureField {
  return { kind: "picture", ...common(label, value, options), shape, optional };
}

export const drawing = (shape: PictureField["shape"], name: string, alt: string) =>
  picture("Picture", shape, { name, alt }, { sample: true });

export function fixed<const T>(value: T, note: string | null = null): FixedField<T> {
  return { kind: "fixed", default: value, note };
}

export function group<const F extends ContentFields>(label: string, fields: F): GroupField<F> {
  const shape = { kind: "group", label, fields } as const;
  return { ...shape, default: mapFields(fields, (field) => field.default) as ValuesOf<F> };
}

type ListOptions = {
  least?: number;
  most?: number;
  /** All entries, or those at these indexes. */
  sample?: boolean | readonly number[];
  unique?: readonly string[] | null;
};

/** The default of `item` is what a new entry begins with. */
export function list<I extends EditableField>(
  label: string,
  item: I,
  values: readonly I["default"][],
  { least = 0, most = 12, sample = false, unique = null }: ListOptions = {},
): ListField<I["default"]> {
  const samples = values.filter((_, index) =>
    typeof sample === "boolean" ? sample : sample.includes(index),
  );
  const marked = common(label, values, { sample: samples.length > 0 });
  return { kind: "list", ...marked, item, least, most, unique, samples };
}

export interface SiteDocument<F extends ContentFields = ContentFields> extends GroupField<F> {
  /** Pages that show its words, most relevant first. */
  pages: readonly PublicPage["key"][];
  /** Former paths, without list indexes (`cards.title`), to new ones; null if there is none. */
  renamed: Readonly<Record<string, string | null>>;
}

export function siteDocument<const F extends ContentFields>(
  label: string,
  pages: readonly PublicPage["key"][],
  fields: F,
  renamed: SiteDocument["renamed"] = {},
): SiteDocument<F> {
  return { ...group(label, fields), pages, renamed };
}

export function mapFields(
  fields: ContentFields,
  map: (field: ContentField, name: string) => unknown,
): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, field]) => [name, map(field, name)]);
  return Object.fromEntries(entries);
}

/** The name in the form of a part of the field at `path`. */
export const pathIn = (path: string, name: string | number) =>
  path ? `${path}.${name}` : String(name);

export const entryName = ({ item }: ListField, index: number) => `${item.label} ${index + 1}`;

/** A field somewhere in a document, with what it holds in each of the given values. */
type Place = {
  field: ContentField;
  /** The name in the form: `why.points.1.text`. */
  path: string;
  /** `Why work with me`, `Points`, `Point 2`, `Text`. */
  labels: readonly string[];
  /** `undefined` for a list entry that a shorter list lacks. */
  values: readonly unknown[];
};

type Start = { path?: string; labels?: Place["labels"]; labelOf?: typeof entryName };

/** The field and all fields in it, outermost first. */
export function placesIn(
  field: ContentField,
  values: readonly unknown[],
  { path = "", labels = [], labelOf = entryName }: Start = {},
): Place[] {
  const within = (inner: ContentField, name: string | number, label: readonly string[]) =>
    placesIn(
      inner,
      values.map((value) => (value as Record<string, unknown> | undefined)?.[name]),
      { path: pathIn(path, name), labels: [...labels, ...label], labelOf },
    );
  const place = { field, path, labels, values };
  if (field.kind === "group") {
    const parts = Object.entries(field.fields).map(([name, part]) =>
      within(part, name, "label" in part ? [part.label] : []),
    );
    return [place, ...parts.flat()];
  }
  if (field.kind === "list") {
    const lengths = values.map((value) => (Array.isArray(value) ? value.length : 0));
    const entries = Array.from({ length: Math.max(...lengths) }, (_, index) =>
      within(field.item, index, [labelOf(field, index)]),
    );
    return [place, ...entries.flat()];
  }
  return [place];
}
