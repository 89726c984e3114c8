import { useEffect, useRef } from "react";
import { Form, href, Link, NavLink, useLocation } from "react-router";
import { ThemeSwitch } from "#app/features/theme/theme-switch.tsx";
import { Brand } from "#app/ui/brand.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { sidebarPages } from "./pages.ts";

const entryClass = [
  "block whitespace-nowrap border-b-2 border-transparent py-2 lg:border-b-0 lg:border-l-2 lg:pl-3",
  "aria-[current]:border-brass aria-[current]:font-semibold aria-[current]:text-accent",
].join(" ");

export function Sidebar() {
  return (
    <aside className="no-print border-b border-line bg-raised lg:sticky lg:top-0 lg:h-dvh lg:border-b-0 lg:border-r">
      <div className="flex h-full flex-col gap-4 p-4 lg:gap-6 lg:p-6">
        <Brand compact />
        <CommandPalette />
        <nav ref={useCurrentInView()} aria-label="Admin" className="fades grow">
          <ul className="flex gap-x-5 gap-y-1 overflow-x-auto pr-8 lg:flex-col lg:pr-0">
            {sidebarPages.map(({ name, to }) => (
              <li key={to}>
                <NavLink to={to} end={to === href("/admin")} className={entryClass}>
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex items-center gap-6 lg:flex-col lg:items-start lg:gap-3">
          <Link to={href("/")} className="link">
            Back to Site
          </Link>
          <Logout />
        </div>
        <div className="hidden border-t border-line pt-4 text-base lg:block">
          <ThemeSwitch inline />
        </div>
      </div>
    </aside>
  );
}

/** On a phone the entries are one line that scrolls sideways: the current one is scrolled into view. */
function useCurrentInView() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const list = nav.current?.firstElementChild;
    const entry = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (list && entry) list.scrollLeft = entry.offsetLeft - list.clientWidth / 3;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- with the path the current entry changes
  }, [pathname]);
  return nav;
}

export function Logout() {
  return (
    <Form method="post" action={href("/logout")}>
      <button type="submit" className="link cursor-pointer">
        Logout
      </button>
    </Form>
  );
}
