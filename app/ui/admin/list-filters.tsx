import type { ListQuery } from "./list-query.ts";

export function FilterSelect({
  name,
  label,
  list,
  options,
}: {
  name: string;
  label: string;
  list: ListQuery;
  options: Readonly<Record<string, string>>;
}) {
  return (
    <label className="flex flex-col text-base">
      {label}
      <select
        name={name}
        defaultValue={list.filters[name] ?? ""}
        className="min-h-11 rounded-sm border border-edge bg-field px-2"
      >
        <option value="">All</option>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function FilterDay({ name, label, list }: { name: string; label: string; list: ListQuery }) {
  return (
    <label className="flex flex-col text-base">
      {label}
      <input
        type="date"
        name={name}
        defaultValue={list.filters[name] ?? ""}
        className="min-h-11 rounded-sm border border-edge bg-field px-2"
      />
    </label>
  );
}

/** Shown as a text field by browsers without a picker of months; what is typed there may be `Nov 2026`, too. */
export function FilterMonth({
  name = "month",
  label,
  list,
}: {
  name?: string;
  label: string;
  list: ListQuery;
}) {
  return (
    <label className="flex flex-col text-base">
      {label}
      <input
        type="month"
        name={name}
        defaultValue={list.filters[name] ?? ""}
        placeholder="2026-11"
        title="A month, such as 2026-11"
        className="min-h-11 rounded-sm border border-edge bg-field px-2"
      />
    </label>
  );
}
