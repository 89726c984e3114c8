import { Link, useLocation, Form, href } from "react-router";
import { useRef, type RefObject, useEffect } from "react";
import { Brand } from "#app/ui/brand.tsx";
import { Menu, ChevronsUpDown } from "#app/ui/icons.gen.tsx";
import { type AdminRole, mayUse } from "#app/features/auth/model.ts";
import { countLimit, type WaitingCounts } from "#app/features/dashboard/model.ts";
import { ThemeSwitch } from "#app/features/theme/theme-switch.tsx";
import { CommandPalette } from "./command-palette.tsx";
import {
  currentPage,
  type NavigationPage,
  sidebarGroups,
  barLength,
  phonePages,
  type AdminPage,
} from "./pages.ts";

const entryClass =
  "flex min-h-9 items-center gap-2.5 rounded-sm px-2 text-base hover:bg-surface " +
  "aria-[current]:bg-surface aria-[current]:font-semibold aria-[current]:text-accent";

const asideClass =
  "no-print border-b border-line bg-raised " +
  "lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-r lg:border-b-0";

const columnClass =
  "flex items-center gap-4 px-5 py-2.5 " +
  "lg:min-h-full lg:flex-col lg:items-stretch lg:gap-3.5 lg:px-3 lg:py-4";

type Person = { counts: Counts; email: string; role: AdminRole };

const usedBy = (role: AdminRole) => (page: AdminPage) => mayUse(role, page.to);

export function Sidebar({ counts, email, role }: Person) {
  useOwnPopovers();
  return (
    <aside className={asideClass}>
      <div className={columnClass}>
        <div className="shrink-0 *:min-h-11 lg:px-2 lg:*:min-h-0">
          <Brand size="compact" />
        </div>
        {mayUse(role, href("/admin/search")) && <CommandPalette />}
        <nav aria-label="Admin" className="hidden grow flex-col gap-2.5 lg:flex">
          {sidebarGroups.map((pages, group) => (
            <ul key={pages[0]!.name} className={group > 0 ? "border-t border-line pt-2.5" : ""}>
              {pages.filter(usedBy(role)).map((page) => (
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
      <BottomBar counts={counts} email={email} role={role} />
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

const barEntryClass =
  "relative flex min-h-14 w-full cursor-pointer flex-col items-center justify-center gap-0.5 border-t-2 " +
  "border-transparent forced-colors:border-[Canvas] text-sm aria-[current]:border-brass " +
  "aria-[current]:font-semibold aria-[current]:text-accent";
const badgeClass = "absolute top-1 left-1/2 ml-2.5 *:ring-2 *:ring-raised";
const menuEntryClass =
  "flex min-h-11 items-center gap-2.5 aria-[current]:font-semibold aria-[current]:text-accent";

function BottomBar({ counts, email, role }: Person) {
  const { pathname } = useLocation();
  const menu = useRef<HTMLDivElement>(null);
  useClosedOnLeaving(menu);
  const pages = phonePages.filter(usedBy(role));
  const [inBar, more] = [pages.slice(0, barLength), pages.slice(barLength)];
  const isElsewhere = !inBar.some((page) => currentPage(page, pathname));
  return (
    <nav
      aria-label="Admin"
      className="bottom-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-raised lg:hidden"
    >
      <ul className="grid grid-cols-5">
        {inBar.map(({ icon: Icon, ...page }) => (
          <li key={page.to}>
            <Link to={page.to} aria-current={currentPage(page, pathname)} className={barEntryClass}>
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
            className={barEntryClass}
            aria-current={isElsewhere || undefined}
          >
            <Menu size={20} strokeWidth={1.6} />
            More
            <span className={badgeClass}>
              <WaitingSum counts={counts} of={more} />
            </span>
          </button>
        </li>
      </ul>
      <div
        ref={menu}
        id="more-pages"
        popover="auto"
        className="more-pages border-t border-line bg-surface px-5 py-3 text-ink"
      >
        <ul className="grid grid-cols-2 gap-x-6">
          {more.map(({ icon: Icon, ...page }) => (
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

/** Null when counting failed: no numbers are shown. */
export type Counts = WaitingCounts | null;

function WaitingCount({ counts, count }: { counts: Counts; count: AdminPage["count"] }) {
  return count ? <CountBadge waiting={counts?.[count.of] ?? 0} word={count.word} /> : null;
}

export function WaitingSum({ counts, of }: { counts: Counts; of: readonly AdminPage[] }) {
  const waiting = of.map(({ count }) => (count && counts?.[count.of]) ?? 0);
  return <CountBadge waiting={waiting.reduce((sum, one) => sum + one, 0)} word="waiting" />;
}

function CountBadge({ waiting, word }: { waiting: number; word: string }) {
  if (waiting === 0) return null;
  const shown = waiting < countLimit ? String(waiting) : `${countLimit - 1}+`;
  return (
    <span className="rounded-sm bg-fill px-1.5 text-sm/5 font-semibold text-on-fill tabular-nums">
      <span className="sr-only">, </span>
      {shown}
      <span className="sr-only"> {word}</span>
    </span>
  );
}

const openerClass =
  "flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1.5 text-left " +
  "hover:bg-surface";
const initialClass =
  "flex size-8 shrink-0 items-center justify-center rounded-full border border-brass " +
  "font-display uppercase";
const menuClass = [
  "account-menu rounded-sm border border-line bg-surface p-2 text-base text-ink shadow-lg",
].join(" ");
const accountEntryClass =
  "flex min-h-11 w-full cursor-pointer items-center rounded-sm px-2.5 hover:bg-raised";

function AccountMenu({ email }: { email: string }) {
  const menu = useRef<HTMLDivElement>(null);
  useClosedOnLeaving(menu);
  return (
    <>
      <button type="button" popoverTarget="account-menu" className={openerClass}>
        <span aria-hidden="true" className={initialClass}>
          {email.charAt(0)}
        </span>
        <LoggedIn email={email} />
        <ChevronsUpDown size={16} className="ml-auto shrink-0 text-soft" />
      </button>
      <div ref={menu} id="account-menu" popover="auto" className={menuClass}>
        <AccountEntries email={email} />
      </div>
    </>
  );
}

function LoggedIn({ email }: { email: string }) {
  return (
    <span className="min-w-0 text-sm/5">
      <span className="block text-soft">Logged in as </span>
      <span className="block truncate" title={email}>
        {email}
      </span>
    </span>
  );
}

function AccountEntries({ email }: { email: string }) {
  return (
    <>
      <Link to={href("/admin/account")} className={accountEntryClass}>
        <span className="min-w-0 py-1">
          Account
          <span className="block text-sm text-soft wrap-anywhere">{email}</span>
        </span>
      </Link>
      <Link to={href("/")} className={accountEntryClass}>
        Back to Site
      </Link>
      <div className="my-1 border-y border-line px-2.5 py-2">
        <ThemeSwitch inline />
      </div>
      <Logout className={accountEntryClass} />
    </>
  );
}

export function Logout({ className = "link cursor-pointer" }: { className?: string }) {
  return (
    <Form method="post" action={href("/logout")}>
      <button type="submit" className={className}>
        Logout
      </button>
    </Form>
  );
}

/** Closes the popover on navigation. One opened before hydration stays open. */
function useClosedOnLeaving(popover: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const { current } = popover;
    return () => {
      if (!hasPopovers()) current?.removeAttribute("data-open");
      else if (current?.matches(":popover-open")) current.hidePopover();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- with the path the page changes
  }, [pathname]);
}

const hasPopovers = () => "popover" in HTMLElement.prototype;

/** In Safari before 17 and Chrome before 114; the stylesheet hides what isn't open. */
function useOwnPopovers(): void {
  useEffect(() => {
    if (hasPopovers()) return;
    const toggle = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      const opens = target.closest("[popovertarget]")?.getAttribute("popovertarget");
      for (const menu of document.querySelectorAll('[popover="auto"]')) {
        const isOpen = menu.hasAttribute("data-open");
        const isKept = isOpen ? menu.contains(target) : menu.id === opens;
        menu.toggleAttribute("data-open", isKept);
      }
    };
    document.addEventListener("click", toggle);
    return () => document.removeEventListener("click", toggle);
  }, []);
}
