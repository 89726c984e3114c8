import { type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from "react";
import { Form, href, useFetcher } from "react-router";
import { Search } from "#app/ui/icons.gen.tsx";
import { SearchResults } from "#app/features/clients/results.tsx";
import type { loader } from "./search.tsx";

const label = "Search clients, quotes, pages";
const dialogClass = [
  "mx-auto mt-[12vh] max-h-[70vh] w-[min(36rem,100vw-2rem)] overflow-y-auto",
  "rounded-sm border border-line bg-surface p-5",
].join(" ");

const openerClass = [
  "input flex min-h-11! cursor-pointer items-center justify-between gap-1.5 px-2! py-1! text-left",
  "text-sm whitespace-nowrap text-soft hover:border-accent lg:min-h-9! lg:text-[0.8125rem]",
].join(" ");

const searchUrl = (typed: string) => `${href("/admin/search")}?q=${encodeURIComponent(typed)}`;

/** Opened by its button, Ctrl K or ⌘K; without scripts the button leads to the search page. */
export function CommandPalette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { data, load } = useFetcher<typeof loader>();

  /** Enter may come before the results of what was typed. */
  const isEntered = useRef(false);
  const openFirst = () => {
    const isCurrent = data?.typed === input.current?.value.trim();
    isEntered.current = !isCurrent;
    if (isCurrent) dialog.current?.querySelector("a")?.click();
  };
  useEffect(() => {
    if (isEntered.current) openFirst();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each answer
  }, [data]);

  const open = () => {
    if (dialog.current?.open) return;
    dialog.current?.showModal();
    input.current?.select();
    void load(searchUrl(input.current?.value ?? ""));
  };
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  return (
    <>
      <Form
        method="get"
        action={href("/admin/search")}
        className="min-w-0 grow max-lg:ml-auto max-lg:max-w-sm lg:grow-0"
      >
        <button
          type="submit"
          className={openerClass}
          onClick={(event) => {
            event.preventDefault();
            open();
          }}
        >
          <span className="flex min-w-0 items-center gap-2 max-lg:text-base">
            <Search size={16} className="shrink-0 lg:hidden" />
            <span className="truncate">
              Search
              <span className="max-lg:sr-only lg:text-[0.8125rem]"> clients, quotes, pages</span>
            </span>
          </span>
          <kbd aria-hidden="true" className="hidden shrink-0 font-sans text-[0.6875rem] lg:inline">
            {useShortcut()}
          </kbd>
        </button>
      </Form>
      <dialog
        ref={dialog}
        aria-label="Search"
        closedby="any"
        onKeyDown={(event) => moveThroughLinks(event, openFirst)}
        onClose={() => (isEntered.current = false)}
        className={dialogClass}
      >
        <input
          ref={input}
          type="search"
          aria-label={label}
          placeholder={label}
          className="input"
          onChange={({ currentTarget }) => {
            isEntered.current = false;
            void load(searchUrl(currentTarget.value));
          }}
        />
        {data && <SearchResults {...data} />}
      </dialog>
    </>
  );
}

/** The server does not know the visitor's keyboard. */
const useShortcut = () =>
  useSyncExternalStore(
    () => () => {},
    () => (navigator.platform.startsWith("Mac") ? "⌘K" : "Ctrl K"),
    () => "Ctrl K",
  );

/** Arrow keys move between links; Enter in the field opens the first. */
function moveThroughLinks(event: KeyboardEvent<HTMLDialogElement>, openFirst: () => void) {
  const links = [...event.currentTarget.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  if (event.key === "Enter" && at === -1) openFirst();
  else if (event.key === "ArrowDown") links[Math.min(at + 1, links.length - 1)]?.focus();
  else if (event.key === "ArrowUp")
    (at > 0 ? links[at - 1] : event.currentTarget.querySelector("input"))?.focus();
  else return;
  event.preventDefault();
}
