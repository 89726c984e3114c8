import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import type { PublicPage } from "./pages.ts";

/*
 * What the owner can edit, as data: each field has its label, its limits and its default in one place.
 * Forms, checks, comparisons and types are drawn from it.
 */

interface Common<T> {
  label: string;
  default: T;
  /** Nobody's own words or addresses: to be replaced before going live. */
  sample: boolean;
}

/** `lines` text keeps its paragraphs; other text has one line. */
export interface WordsField extends Common<string> {
  kind: "text";
  most: number;
  lines: boolean;
  optional: boolean;
  /** Holds no fill-ins: others are filled in with it. */
  plain: boolean;
}

/** An https, mailto or tel address, or a path of this site; `only` names the one form allowed. */
export interface LinkField extends Common<string> {
  kind: "link";
  only: "https" | null;
  optional: boolean;
}

/** What a calendar says that is this site's own. */
export const ownCalendar = "own";

/** {@link ownCalendar}, or the address of another site's; `only` as in {@link LinkField}. */
export interface CalendarField extends Common<string> {
  kind: "calendar";
  only: "https" | null;
  /** An address that leads nowhere: to be replaced before going live. */
  example: string;
}

export interface EmailField extends Common<string> {
  kind: "email";
}

/** In cents. */
export interface PriceField extends Common<Cents> {
  kind: "price";
}

export interface NumberField extends Common<number> {
  kind: "number";
  least: number;
  most: number;
}

/** One to five; null where none is chosen. */
export interface RatingField extends Common<number | null> {
  kind: "rating";
}

export interface DayField extends Common<Day> {
  kind: "day";
}

/** A drawing's name or an uploaded picture's id; `alt` is empty for a picture that only decorates. */
export type PictureValue = { readonly name: string; readonly alt: string };

export interface PictureField extends Common<PictureValue> {
  kind: "picture";
  /** `share` is what networks and messages show of a link. */
  shape: "portrait" | "landscape" | "share";
}

/** What the specification names: part of the words, not to be edited. */
export interface FixedField<T = unknown> {
  kind: "fixed";
  default: T;
  /** Tells the owner of it, where she would look for it among what she edits. */
  note: string | null;
}

export interface GroupField<F extends ContentFields = ContentFields> {
  kind: "group";
  label: string;
  fields: F;
  default: ValuesOf<F>;
}

export interface ListField<I extends ContentField = ContentField> extends Common<
  readonly I["default"][]
> {
  kind: "list";
  item: I;
  least: number;
  most: number;
  /** The default entries that are samples. Of a group those of its fields that are marked count. */
  samples: readonly I["default"][];
  /** No two entries are the same in all of these fields of theirs. */
  unique: readonly string[] | null;
}

export type ContentField =
  | WordsField
  | LinkField
  | CalendarField
  | EmailField
  | PriceField
  | NumberField
  | RatingField
  | DayField
  | PictureField
  | FixedField
  | GroupField
  | ListField;

export interface ContentFields {
  readonly [name: string]: ContentField;
}

export type ValuesOf<F extends ContentFields> = { readonly [K in keyof F]: F[K]["default"] };

type Options = { sample?: boolean; optional?: boolean };
type TextOptions = Options & { most?: number; plain?: boolean };

const common = <T>(label: string, value: T, { sample = false }: Options) => ({
  label,
  default: value,
  sample,
});

/** Text of one line. */
export function shortText(
  label: string,
  value: string,
  { most = 120, optional = false, plain = false, ...options }: TextOptions = {},
): WordsField {
  return { kind: "text", ...common(label, value, options), most, lines: false, optional, plain };
}

/** Text of several sentences. */
export function prose(
  label: string,
  value: string,
  { most = 600, optional = false, plain = false, ...options }: TextOptions = {},
): WordsField {
  return { kind: "text", ...common(label, value, options), most, lines: true, optional, plain };
}

export function link(
  label: string,
  value: string,
  { only = null, ...options }: Options & { only?: "https" | null } = {},
): LinkField {
  return {
    kind: "link",
    ...common(label, value, options),
    only,
    optional: options.optional ?? false,
  };
}

/** @param example what it said while there were only calendars of other sites */
export function calendar(
  label: string,
  example: string,
  { only = null }: { only?: "https" | null } = {},
): CalendarField {
  return { kind: "calendar", ...common(label, ownCalendar as string, {}), only, example };
}

export function email(label: string, value: string, options: Options = {}): EmailField {
  return { kind: "email", ...common(label, value, options) };
}

/** @param value in cents */
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

/** One to five stars, or none. */
export function stars(label: string, options: Options = {}): RatingField {
  return { kind: "rating", ...common(label, null as number | null, options) };
}

export function day(label: string, options: Options = {}): DayField {
  return { kind: "day", ...common(label, "" as Day, options) };
}

export function picture(
  label: string,
  shape: PictureField["shape"],
  value: PictureValue,
  options: Options = {},
): PictureField {
  return { kind: "picture", ...common(label, value, options), shape };
}

export function fixed<const T>(value: T, note: string | null = null): FixedField<T> {
  return { kind: "fixed", default: value, note };
}

export function group<const F extends ContentFields>(label: string, fields: F): GroupField<F> {
  const entries = Object.entries<{ default: unknown }>(fields).map(([name, field]) => [
    name,
    field.default,
  ]);
  return { kind: "group", label, fields, default: Object.fromEntries(entries) as ValuesOf<F> };
}

type ListOptions = {
  least?: number;
  most?: number;
  /** All entries, or those at these places. */
  sample?: boolean | readonly number[];
  unique?: readonly string[] | null;
};

/** @param item what each entry is; its own default is what a new entry begins with */
export function list<I extends ContentField>(
  label: string,
  item: I,
  values: readonly I["default"][],
  { least = 0, most = 12, sample = false, unique = null }: ListOptions = {},
): ListField<I> {
  const samples = values.filter((_, index) =>
    typeof sample === "boolean" ? sample : sample.includes(index),
  );
  const marked = common(label, values, { sample: samples.length > 0 });
  return { kind: "list", ...marked, item, least, most, unique, samples };
}

/** A part of the site's words that is edited and published on its own. */
export interface SiteDocument<F extends ContentFields = ContentFields> extends GroupField<F> {
  /** Where its words stand, the most telling first. */
  pages: readonly PublicPage["key"][];
  /**
   * Paths of fields that earlier releases had, and where what is stored of them belongs now; null
   * where nothing takes its place. Paths go through lists without a number: `cards.title`.
   */
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
