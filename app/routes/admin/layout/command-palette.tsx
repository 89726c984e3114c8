import { type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from "react";
import { Form, href, useFetcher, useLocation } from "react-router";
import { Search } from "#app/ui/icons.gen.tsx";
import { Key } from "#app/ui/admin/shortcuts.tsx";
import { SearchResults } from "#app/routes/admin/search/results.tsx";
import type { loader } from "#app/routes/admin/search/route.tsx";

const label = "Search clients, quotes, pages";
const dialogClass =
  "palette mx-auto mt-3 max-h-[min(42rem,80dvh)] w-[min(38rem,100vw-1.5rem)] max-w-none flex-col sm:mt-[10vh] " +
  "overflow-hidden rounded-sm border border-line bg-surface open:flex";

const formClass = "min-w-0 grow max-lg:ml-auto max-lg:max-w-sm lg:grow-0";
const openerClass =
  "input flex min-h-11! cursor-pointer items-center justify-between gap-1.5 px-2! py-1! text-left " +
  "text-sm whitespace-nowrap text-soft hover:border-accent lg:min-h-9! lg:text-[0.8125rem]";

const paletteKeys = [
  ["↑ ↓", "Move"],
  ["Enter", "Open"],
  ["Esc", "Close"],
] as const;

const searchUrl = (typed: string) => `${href("/admin/search")}?q=${encodeURIComponent(typed)}`;

/** Without scripts the button opens the search page. */
export function CommandPalette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { data, load } = useFetcher<typeof loader>();
  // The search page has its own field; the hidden button keeps its space in the sidebar.
  const isSearchPage = useLocation().pathname === href("/admin/search");

  /** Enter may come before the results. */
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
        className={`${formClass} ${isSearchPage ? "max-lg:hidden lg:invisible" : ""}`}
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
        <label className="flex items-center gap-3 border-b border-line px-4 sm:px-5 focus-within:border-accent">
          <Search size={18} className="shrink-0 text-soft" />
          <input
            ref={input}
            type="search"
            aria-label={label}
            placeholder={label}
            className="min-h-13 min-w-0 grow bg-transparent outline-none placeholder:text-soft"
            onChange={({ currentTarget }) => {
              isEntered.current = false;
              void load(searchUrl(currentTarget.value));
            }}
          />
        </label>
        <div className="grow overflow-y-auto px-4 pb-4 sm:px-5">
          {data && <SearchResults {...data} />}
        </div>
        <p
          aria-hidden="true"
          className="hidden gap-5 border-t border-line px-5 py-2 text-sm text-soft lg:flex"
        >
          {paletteKeys.map(([key, does]) => (
            <span key={key} className="flex items-center gap-1.5">
              <Key>{key}</Key> {does}
            </span>
          ))}
        </p>
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
