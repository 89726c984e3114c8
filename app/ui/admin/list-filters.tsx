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
