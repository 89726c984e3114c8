import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { changeQuery, type ListQuery } from "./list-query.ts";

type FilterProps = { name: string; label: string; list: ListQuery };

function Chip({ name, label, list, children }: FilterProps & { children: ReactNode }) {
  const [params] = useSearchParams();
  const isOn = Boolean(list.filters[name]);
  return (
    <span className="chip" data-on={isOn || undefined}>
      <label>
        {label}
        {children}
      </label>
      {isOn && (
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

export function FilterSelect({
  options,
  ...filter
}: FilterProps & { options: Readonly<Record<string, string>> }) {
  const { name, list } = filter;
  return (
    <Chip {...filter}>
      <select name={name} defaultValue={list.filters[name] ?? ""}>
        <option value="">All</option>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Chip>
  );
}

export function FilterDay(filter: FilterProps) {
  const { name, list } = filter;
  return (
    <Chip {...filter}>
      <input type="date" name={name} defaultValue={list.filters[name] ?? ""} />
    </Chip>
  );
}

/** Browsers without a month picker show a text field, where `Nov 2026` works too. */
export function FilterMonth({
  name = "month",
  ...rest
}: Omit<FilterProps, "name"> & { name?: string }) {
  return (
    <Chip name={name} {...rest}>
      <input
        type="month"
        name={name}
        defaultValue={rest.list.filters[name] ?? ""}
        placeholder="2026-11"
        title="A month, such as 2026-11"
      />
    </Chip>
  );
}
