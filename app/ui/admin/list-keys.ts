/* Keys that move through tables and lists marked with `data-rows`. */

const rowSelector = "main .table tbody tr, main [data-rows] > li";

/** The row's own link, not an email address in it. */
const linkOf = (row: Element) =>
  row.querySelector<HTMLElement>("[data-open]") ?? row.querySelector<HTMLElement>("a[href^='/']");

const isVisible = (row: Element) => row.getClientRects().length > 0;

const listedRows = () =>
  [...document.querySelectorAll(rowSelector)].filter((row) => isVisible(row) && linkOf(row));

const rowOfFocus = () => document.activeElement?.closest(rowSelector) ?? null;

export const isInRow = () => rowOfFocus() !== null;

export function moveInList(step: 1 | -1): boolean {
  const rows = listedRows();
  const current = rowOfFocus();
  const at = current ? rows.indexOf(current) : -1;
  const row = rows[at === -1 ? 0 : at + step];
  if (!row) return false;
  linkOf(row)!.focus();
  row.scrollIntoView({ block: "nearest" });
  return true;
}

export function replyInList(): boolean {
  const reply = (rowOfFocus() ?? document.querySelector("main"))?.querySelector<HTMLElement>(
    "[aria-keyshortcuts='r']",
  );
  reply?.click();
  return Boolean(reply);
}

export function focusListSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("main [role=search] [type=search]");
  field?.focus();
  field?.select();
  return Boolean(field);
}
