import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { focusListSearch, isInRow, moveInList, replyInList } from "#app/ui/admin/list-keys.ts";
import { Shortcuts, showShortcuts } from "#app/ui/admin/shortcuts.tsx";
import { areSingleKeysOn, isForThePage } from "#app/ui/admin/single-keys.ts";
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
