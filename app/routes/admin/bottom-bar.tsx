import { useRef } from "react";
import { Link, useLocation } from "react-router";
import { Menu } from "#app/ui/icons.gen.tsx";
import { AccountEntries } from "./account-menu.tsx";
import { type Counts, WaitingCount, WaitingSum } from "./waiting-count.tsx";
import { useClosedOnLeaving } from "./closed-on-leaving.ts";
import { barPages, currentPage, morePages } from "./pages.ts";

const entryClass = [
  "relative flex min-h-14 w-full cursor-pointer flex-col items-center justify-center gap-0.5 border-t-2",
  "border-transparent text-sm aria-[current]:border-brass aria-[current]:font-semibold aria-[current]:text-accent",
].join(" ");
const badgeClass = "absolute top-1 left-1/2 ml-2.5 *:ring-2 *:ring-raised";
const menuEntryClass = [
  "flex min-h-11 items-center gap-2.5",
  "aria-[current]:font-semibold aria-[current]:text-accent",
].join(" ");

export function BottomBar({ counts, email }: { counts: Counts; email: string }) {
  const { pathname } = useLocation();
  const more = useRef<HTMLDivElement>(null);
  useClosedOnLeaving(more);
  const isElsewhere = !barPages.some((page) => currentPage(page, pathname));
  return (
    <nav
      aria-label="Admin"
      className="bottom-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-raised lg:hidden"
    >
      <ul className="grid grid-cols-5">
        {barPages.map(({ icon: Icon, ...page }) => (
          <li key={page.to}>
            <Link to={page.to} aria-current={currentPage(page, pathname)} className={entryClass}>
              <Icon size={20} strokeWidth={1.6} />
              {page.short ?? page.name}
              <span className={badgeClass}>
                <WaitingCount counts={counts} count={page.count} />
              </span>
            </Link>
          </li>
        ))}
        <li>
          <button
            type="button"
            popoverTarget="more-pages"
            className={entryClass}
            aria-current={isElsewhere || undefined}
          >
            <Menu size={20} strokeWidth={1.6} />
            More
            <span className={badgeClass}>
              <WaitingSum counts={counts} of={morePages} />
            </span>
          </button>
        </li>
      </ul>
      <div
        ref={more}
        id="more-pages"
        popover="auto"
        className="more-pages border-t border-line bg-surface px-5 py-3 text-ink"
      >
        <ul className="grid grid-cols-2 gap-x-6">
          {morePages.map(({ icon: Icon, ...page }) => (
            <li key={page.to} className="border-b border-line">
              <Link
                to={page.to}
                aria-current={currentPage(page, pathname)}
                className={menuEntryClass}
              >
                <Icon size={18} strokeWidth={1.6} className="shrink-0" />
                <span className="grow">{page.name}</span>
                <WaitingCount counts={counts} count={page.count} />
              </Link>
            </li>
          ))}
        </ul>
        <div className="-mx-2.5 pt-2 text-base">
          <AccountEntries email={email} />
        </div>
      </div>
    </nav>
  );
}
