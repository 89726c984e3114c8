import { Link, useLocation } from "react-router";
import { Brand } from "#app/ui/brand.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { type Counts, WaitingCount } from "./waiting-count.tsx";
import { currentPage, type NavigationPage, sidebarGroups } from "./pages.ts";

const entryClass = [
  "flex min-h-9 items-center gap-2.5 rounded-sm px-2 text-base hover:bg-surface",
  "aria-[current]:bg-surface aria-[current]:font-semibold aria-[current]:text-accent",
].join(" ");

const asideClass = [
  "no-print border-b border-line bg-raised",
  "lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-r lg:border-b-0",
].join(" ");

const columnClass = [
  "flex items-center gap-4 px-5 py-2.5",
  "lg:min-h-full lg:flex-col lg:items-stretch lg:gap-3.5 lg:px-3 lg:py-4",
].join(" ");

export function Sidebar({ counts, email }: { counts: Counts; email: string }) {
  return (
    <aside className={asideClass}>
      <div className={columnClass}>
        <div className="shrink-0 *:min-h-11 lg:px-2 lg:*:min-h-0">
          <Brand size="compact" />
        </div>
        <CommandPalette />
        <nav aria-label="Admin" className="hidden grow flex-col gap-2.5 lg:flex">
          {sidebarGroups.map((pages, group) => (
            <ul key={pages[0]!.name} className={group > 0 ? "border-t border-line pt-2.5" : ""}>
              {pages.map((page) => (
                <li key={page.to}>
                  <Entry {...page} counts={counts} />
                </li>
              ))}
            </ul>
          ))}
        </nav>
        <div className="sticky bottom-0 -mx-1 -mb-2 hidden border-t border-line bg-raised pt-2 pb-2 lg:block">
          <AccountMenu email={email} />
        </div>
      </div>
      <BottomBar counts={counts} email={email} />
    </aside>
  );
}

function Entry({ counts, ...page }: NavigationPage & { counts: Counts }) {
  const { name, to, count, icon: Icon } = page;
  const { pathname } = useLocation();
  return (
    <Link to={to} aria-current={currentPage(page, pathname)} className={entryClass}>
      <Icon size={17} strokeWidth={1.6} className="shrink-0" />
      <span className="grow">{name}</span>
      <WaitingCount counts={counts} count={count} />
    </Link>
  );
}
