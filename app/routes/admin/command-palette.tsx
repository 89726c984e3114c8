import { type KeyboardEvent, useEffect, useRef } from "react";
import { Form, href, useFetcher } from "react-router";
import { SearchResults } from "#app/features/clients/results.tsx";
import type { loader } from "./search.tsx";

/** Ctrl K or ⌘ K: to any page, client or quote by its name. Its button works without scripts, by a page of its own. */
export function CommandPalette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { data, load } = useFetcher<typeof loader>();
  const address = (typed: string) => `${href("/admin/search")}?q=${encodeURIComponent(typed)}`;

  const open = () => {
    if (dialog.current?.open) return;
    dialog.current?.showModal();
    input.current?.select();
    void load(address(input.current?.value ?? ""));
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
      <Form method="get" action={href("/admin/search")}>
        <button
          type="submit"
          className="link cursor-pointer"
          onClick={(event) => {
            event.preventDefault();
            open();
          }}
        >
          Go to… <kbd className="hidden text-sm text-soft lg:inline">Ctrl K</kbd>
        </button>
      </Form>
      <dialog
        ref={dialog}
        aria-label="Go to"
        closedby="any"
        onKeyDown={(event) => moveThroughLinks(event, data?.typed === input.current?.value.trim())}
        className="mx-auto mt-[12vh] max-h-[70vh] w-[min(36rem,100vw-2rem)] overflow-y-auto rounded-sm border border-line bg-surface p-5"
      >
        <input
          ref={input}
          type="search"
          aria-label="Page, client or quote"
          placeholder="Page, client or quote"
          className="input"
          onChange={({ currentTarget }) => void load(address(currentTarget.value))}
        />
        {data && <SearchResults {...data} />}
      </dialog>
    </>
  );
}

/** The arrow keys go from one link to the next; Enter in the field takes the first, once the links are those of what was typed. */
function moveThroughLinks(event: KeyboardEvent<HTMLDialogElement>, current: boolean) {
  const links = [...event.currentTarget.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  if (event.key === "Enter" && at === -1) {
    if (current) links[0]?.click();
  } else if (event.key === "ArrowDown") links[Math.min(at + 1, links.length - 1)]?.focus();
  else if (event.key === "ArrowUp")
    (at > 0 ? links[at - 1] : event.currentTarget.querySelector("input"))?.focus();
  else return;
  event.preventDefault();
}
