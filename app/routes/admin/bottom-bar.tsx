import { CalendarDays, FileText, House, Inbox, type LucideIcon, Menu } from "lucide-react";
import { useEffect, useRef } from "react";
import { Form, href, Link, NavLink, useLocation } from "react-router";
import { ThemeSwitch } from "#app/features/theme/theme-switch.tsx";
import { type Counts, WaitingCount } from "./waiting-count.tsx";
import { barPages, morePages } from "./pages.ts";

const icons: readonly LucideIcon[] = [House, CalendarDays, Inbox, FileText];

const entryClass = [
  "relative flex min-h-14 w-full cursor-pointer flex-col items-center justify-center gap-0.5 border-t-2",
  "border-transparent text-sm aria-[current]:border-brass aria-[current]:font-semibold aria-[current]:text-accent",
].join(" ");
const menuEntryClass = [
  "flex min-h-11 items-center justify-between gap-3",
  "aria-[current]:font-semibold aria-[current]:text-accent",
].join(" ");

/** The pages on a small screen, within a thumb's reach. */
export function BottomBar({ counts }: { counts: Counts }) {
  const { pathname } = useLocation();
  const more = useRef<HTMLDivElement>(null);
  // A link in it leads on; the menu must not stay in front of the new page.
  useEffect(() => {
    if (more.current?.matches(":popover-open")) more.current.hidePopover();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- with the path the page changes
  }, [pathname]);
  const isElsewhere = !barPages.some(({ to }) =>
    to === href("/admin") ? pathname === to : pathname.startsWith(to),
  );
  return (
    <nav
      aria-label="Admin"
      className="bottom-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-raised lg:hidden"
    >
      <ul className="grid grid-cols-5">
        {barPages.map(({ name, to, count }, index) => {
          const Icon = icons[index]!;
          return (
            <li key={to}>
              <NavLink to={to} end={to === href("/admin")} className={entryClass}>
                <Icon aria-hidden="true" size={20} strokeWidth={1.6} />
                {name}
                <span className="absolute top-1 left-1/2 ml-2">
                  <WaitingCount counts={counts} count={count} />
                </span>
              </NavLink>
            </li>
          );
        })}
        <li>
          <button
            type="button"
            popoverTarget="more-pages"
            className={entryClass}
            aria-current={isElsewhere || undefined}
          >
            <Menu aria-hidden="true" size={20} strokeWidth={1.6} />
            More
          </button>
        </li>
      </ul>
      <div
        ref={more}
        id="more-pages"
        popover="auto"
        className="more-pages border-t border-line bg-surface px-5 py-3 text-ink"
      >
        <ul>
          {morePages.map(({ name, to, count }) => (
            <li key={to} className="border-b border-line">
              <NavLink to={to} className={menuEntryClass}>
                {name}
                <WaitingCount counts={counts} count={count} />
              </NavLink>
            </li>
          ))}
        </ul>
        <div className="flex items-center gap-6 py-3">
          <Link to={href("/")} className="link">
            Back to Site
          </Link>
          <Form method="post" action={href("/logout")}>
            <button type="submit" className="link min-h-9 cursor-pointer">
              Logout
            </button>
          </Form>
        </div>
        <div className="border-t border-line pt-3 text-base">
          <ThemeSwitch inline />
        </div>
      </div>
    </nav>
  );
}
