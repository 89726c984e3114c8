import { type RefObject, useEffect, useRef, useState } from "react";
import type { ListField } from "#app/content/fields.ts";
import { reveal } from "./reveal.ts";

/** A removed row stays in the page, hidden and disabled, so that Undo restores what was typed. */
export type ListRow = { key: number; value: unknown; isRemoved: boolean };

type Focus = { at: number; on: "up" | "down" | "remove" | "first field" };
type Edit = readonly ListRow[] | ((rows: readonly ListRow[]) => readonly ListRow[]);

export function useListRows(field: ListField, value: unknown, list: RefObject<HTMLElement | null>) {
  const [rows, setRows] = useState<readonly ListRow[]>(() =>
    (Array.isArray(value) ? value : field.default).map((item: unknown, key) => ({
      key,
      value: item,
      isRemoved: false,
    })),
  );
  const next = useRef<Focus | null>(null);
  useEffect(() => {
    const focus = next.current;
    next.current = null;
    if (focus && list.current) focusRow(list.current, focus);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a row can have the focus once it is there
  }, [rows, list]);
  return {
    rows,
    live: rows.filter(({ isRemoved }) => !isRemoved),
    change(edit: Edit, focus: Focus) {
      next.current = focus;
      setRows(edit);
    },
  };
}

function focusRow(list: HTMLElement, { at, on }: Focus): void {
  const own = list.querySelectorAll<HTMLElement>(":scope > ol > li:not([hidden]) > [data-row]");
  const row = own[Math.max(at, 0)];
  if (row && on === "first field") reveal(row);
  const target =
    on === "first field"
      ? row?.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select")
      : row?.querySelector<HTMLElement>(`[data-press="${on}"]`);
  (target ?? list.querySelector<HTMLElement>(":scope > div [data-add]") ?? list).focus();
}
