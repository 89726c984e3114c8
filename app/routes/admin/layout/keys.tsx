import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import {
  Shortcuts,
  showShortcuts,
  areSingleKeysOn,
  isForThePage,
} from "#app/ui/admin/shortcuts.tsx";
import { keyedPages } from "./pages.ts";

/** How long `g` waits for the second key, in milliseconds. */
const patience = 1500;

/** A list with its own keys, like the inbox, handles them first. */
export function AdminKeys() {
  const navigate = useNavigate();
  const leftFor = useRef(0);
  const act = (key: string): boolean => {
    const isSecond = performance.now() - leftFor.current < patience;
    leftFor.current = 0;
    const page = keyedPages.get(key);
    if (isSecond && page) {
      void navigate(page);
      return true;
    }
    switch (key) {
      case "g":
        leftFor.current = performance.now();
        return true;
      case "j":
        return moveInList(1);
      case "k":
        return moveInList(-1);
      case "ArrowDown":
        return isInRow() && moveInList(1);
      case "ArrowUp":
        return isInRow() && moveInList(-1);
      case "r":
        return replyInList();
      case "/":
        return focusListSearch();
      case "?":
        showShortcuts();
        return true;
      default:
        return false;
    }
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (areSingleKeysOn() && isForThePage(event) && act(event.key)) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  return <Shortcuts />;
}

/* Keys that move through tables and lists marked with `data-rows`. */

const rowSelector = "main .table tbody tr, main [data-rows] > li";

/** The row's own link, not an email address in it. */
const linkOf = (row: Element) =>
  row.querySelector<HTMLElement>("[data-open]") ?? row.querySelector<HTMLElement>("a[href^='/']");

const isVisible = (row: Element) => row.getClientRects().length > 0;

const listedRows = () =>
  [...document.querySelectorAll(rowSelector)].filter((row) => isVisible(row) && linkOf(row));

const rowOfFocus = () => document.activeElement?.closest(rowSelector) ?? null;

const isInRow = () => rowOfFocus() !== null;

function moveInList(step: 1 | -1): boolean {
  const rows = listedRows();
  const current = rowOfFocus();
  const at = current ? rows.indexOf(current) : -1;
  const row = rows[at === -1 ? 0 : at + step];
  if (!row) return false;
  linkOf(row)!.focus();
  row.scrollIntoView({ block: "nearest" });
  return true;
}

function replyInList(): boolean {
  const reply = (rowOfFocus() ?? document.querySelector("main"))?.querySelector<HTMLElement>(
    "[aria-keyshortcuts='r']",
  );
  reply?.click();
  return Boolean(reply);
}

function focusListSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("main [role=search] [type=search]");
  field?.focus();
  field?.select();
  return Boolean(field);
}
