import { type FormEvent, useEffect, useRef } from "react";
import { Form, href, useSearchParams, useNavigate, useNavigation, Link } from "react-router";
import { useAccess } from "./access.tsx";
import { Search } from "#app/ui/icons.gen.tsx";
import { countOf, formatTotal } from "#app/values/wording.ts";
import { changeQuery, type ListFilter, type ListQuery, type ListShape } from "./list-query.ts";

export type ToolsProps = {
  label: string;
  /** Singular: `quote` becomes "7 quotes". */
  noun: string;
  list: ListQuery;
  shape: ListShape;
  /** Wide screens sort by column heads, so only phones need the select. */
  heads?: boolean;
  total: number;
  isMore?: boolean | undefined;
  exports: string;
  /** The parameter of the page's tabs. */
  keeps?: string;
};

export function ListTools({
  label,
  noun,
  list,
  shape,
  heads = true,
  total,
  isMore = false,
  exports,
  keeps,
}: ToolsProps) {
  const [params] = useSearchParams();
  const usual = list.sort === shape.sort;
  const form = useListForm((name) => {
    if (name === "q") return params.get("q") ?? "";
    return name === "sort" ? (usual ? "" : list.sort) : (list.filters[name] ?? "");
  });
  const kept = keeps && params.get(keeps);
  const file = href("/admin/export/:list", { list: exports });
  const mayExport = useAccess().mayOpen(file);
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
      <Form
        method="get"
        role="search"
        className="flex min-w-0 flex-wrap items-center gap-2 max-md:w-full md:max-lg:grow"
        {...form}
      >
        {kept && <input type="hidden" name={keeps} value={kept} />}
        <label className="list-search">
          <Search size={16} className="shrink-0 text-soft" />
          <span className="sr-only">{label}</span>
          <input
            type="search"
            name="q"
            defaultValue={list.search}
            placeholder={label}
            autoComplete="off"
          />
        </label>
        <div className="chips">
          {Object.entries(shape.filters ?? {}).map(([name, filter]) => (
            <Filter key={name} name={name} list={list} {...filter} />
          ))}
          <SortSelect list={list} shape={shape} hidden={heads} />
        </div>
        <button
          type="submit"
          className="button quiet min-h-11! px-4! [@media(scripting:enabled)]:not-focus:sr-only"
        >
          Search
        </button>
      </Form>
      <p className="text-base text-soft">
        <span role="status">
          {isMore ? `${formatTotal(total, isMore)} ${noun}s` : countOf(total, noun)}
        </span>
        {total > 0 && mayExport && (
          <>
            {" · "}
            <a className="link" href={file + changeQuery(params, {})} download>
              Export CSV
            </a>
          </>
        )}
      </p>
    </div>
  );
}

type SortSelectProps = { list: ListQuery; shape: ListShape; hidden: boolean };

function SortSelect({ list, shape: { sorts, sort: usual }, hidden }: SortSelectProps) {
  const orders = Object.entries(sorts).flatMap(([name, label]) => [
    [name, `${label} ↑`] as const,
    [`-${name}`, `${label} ↓`] as const,
  ]);
  if (orders.length === 0) return null;
  return (
    <span className={`chip relative ${hidden ? "xl:hidden" : ""}`}>
      <label>
        <span className="max-md:sr-only">Sort by</span>
        <select name="sort" defaultValue={list.sort === usual ? "" : list.sort}>
          {orders.map(([value, text]) => (
            <option key={value} value={value === usual ? "" : value}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </span>
  );
}

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

type FilterProps = ListFilter & { name: string; list: ListQuery };

export function Filter({ name, label, list, of }: FilterProps) {
  const [params] = useSearchParams();
  const value = list.filters[name] ?? "";
  return (
    <span className="chip" data-on={value !== "" || undefined}>
      <label>
        {label}
        <FilterField name={name} value={value} of={of} />
      </label>
      {value && (
        <Link
          to={changeQuery(params, { [name]: null }) || "?"}
          replace
          preventScrollReset
          className="chip-off"
        >
          <span className="sr-only">Without this filter: {label}</span>
          <span aria-hidden="true">×</span>
        </Link>
      )}
    </span>
  );
}

type FilterFieldProps = Pick<FilterProps, "name" | "of"> & { value: string };

function FilterField({ name, value, of }: FilterFieldProps) {
  if (of === "day") return <input type="date" name={name} defaultValue={value} />;
  if (of === "month")
    return (
      <input
        type="month"
        name={name}
        defaultValue={value}
        // Browsers without a month picker show a text field, where `Nov 2026` works too.
        placeholder="2026-11"
        title="A month, such as 2026-11"
      />
    );
  return (
    <select name={name} defaultValue={value}>
      <option value="">All</option>
      {Object.entries(of).map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </select>
  );
}
