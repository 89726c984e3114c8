import { Form, href, Link, NavLink } from "react-router";
import { ThemeSwitch } from "#app/features/theme/theme-switch.tsx";
import { Brand } from "#app/ui/brand.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { type Counts, WaitingCount } from "./waiting-count.tsx";
import { sidebarGroups } from "./pages.ts";

const entryClass = [
  "flex items-baseline justify-between gap-3 border-l-2 border-transparent py-1.5 pl-3",
  "aria-[current]:border-brass aria-[current]:font-semibold aria-[current]:text-accent",
].join(" ");

const asideClass = [
  "no-print border-b border-line bg-raised",
  "lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-r lg:border-b-0",
].join(" ");

/** On a small screen the pages are in a bar at the bottom. */
export function Sidebar({ counts }: { counts: Counts }) {
  return (
    <aside className={asideClass}>
      <div className="flex items-center gap-4 px-5 py-3 lg:min-h-full lg:flex-col lg:items-stretch lg:gap-6 lg:p-5">
        <Brand compact />
        <CommandPalette />
        <nav aria-label="Admin" className="hidden grow flex-col gap-4 lg:flex">
          {sidebarGroups.map((pages, group) => (
            <ul key={pages[0]!.name} className={group > 0 ? "border-t border-line pt-4" : ""}>
              {pages.map(({ name, to, count }) => (
                <li key={to}>
                  <NavLink to={to} end={to === href("/admin")} className={entryClass}>
                    {name}
                    <WaitingCount counts={counts} count={count} />
                  </NavLink>
                </li>
              ))}
            </ul>
          ))}
        </nav>
        <div className="hidden flex-col items-start gap-2 lg:flex">
          <Link to={href("/")} className="link">
            Back to Site
          </Link>
          <Logout />
        </div>
        <div className="hidden border-t border-line pt-4 text-base lg:block">
          <ThemeSwitch inline />
        </div>
      </div>
      <BottomBar counts={counts} />
    </aside>
  );
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
