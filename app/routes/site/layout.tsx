import { Outlet, useLocation } from "react-router";
import { useEffect, useState } from "react";
import { ArrowUp, Menu, X } from "#app/ui/icons.gen.tsx";
import { motion } from "#app/ui/motion.ts";
import { SiteFooter } from "./footer.tsx";
import { calendarUrls } from "#app/content/calendars.ts";
import { content } from "#app/content/content.ts";
import { navigation } from "#app/content/navigation.ts";
import { isHiddenPath } from "#app/content/visibility.ts";
import { ThemeSwitch } from "#app/features/theme/theme-switch.tsx";
import { Anchor, SiteLink } from "#app/ui/anchor.tsx";
import { CloseButton, Dialog, DialogButton } from "#app/ui/dialog.tsx";
import { Brand } from "#app/ui/brand.tsx";
import { NotFound } from "#app/ui/error-page.tsx";
import { useIsTask } from "./short-footer.ts";

export default function SiteLayout() {
  const { pathname } = useLocation();
  return (
    <div className="choices flex min-h-svh flex-col">
      <a
        href="#content"
        className={
          "sr-only focus:not-sr-only focus:absolute focus:left-4 focus:top-4 " +
          "focus:z-50 focus:bg-surface focus:p-3"
        }
      >
        Skip to content
      </a>
      <SiteHeader />
      <div id="content" tabIndex={-1} className="pb-12 outline-none">
        {isHiddenPath(pathname) ? <NotFound /> : <Outlet />}
      </div>
      <SiteFooter />
      <ScrollToTop />
    </div>
  );
}

const thresholdInPixels = 300;

function ScrollToTop() {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const update = () => setVisible(scrollY > thresholdInPixels);
    update();
    addEventListener("scroll", update, { passive: true });
    return () => removeEventListener("scroll", update);
  }, []);
  if (!visible) return null;
  return (
    <button
      type="button"
      className={
        // Hidden while a field has the focus, so that it never covers the field.
        "[:has(form_:focus)_&]:hidden no-print fixed bottom-5 right-5 z-30 flex size-12 cursor-pointer " +
        "items-center justify-center rounded-full border border-edge bg-surface text-ink hover:text-accent"
      }
      onClick={() => scrollTo({ top: 0, behavior: motion() })}
    >
      <ArrowUp size={20} />
      <span className="sr-only">Scroll to top</span>
    </button>
  );
}

const menu = "main-menu";

export function SiteHeader() {
  const active = useActiveEntry();
  const button = useIsTask() ? "button quiet" : "button";
  const shown = navigation();
  // Six entries need a wider window, below which they are in the menu.
  const row = shown.length > 5 ? "xl:flex" : "lg:flex";
  const notRow = shown.length > 5 ? "xl:hidden" : "lg:hidden";
  const entries = (className: string) =>
    shown.map(({ name, href }) => (
      <li key={href}>
        <SiteLink
          to={href}
          aria-current={active?.href === href ? active.current : undefined}
          className={className}
        >
          {name}
        </SiteLink>
      </li>
    ));
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-surface">
      <div className="wrap flex h-18 items-center justify-between gap-4">
        <Brand />
        <nav aria-label="Main" className={`hidden items-center gap-6 ${row}`}>
          <ul className="flex items-center gap-6">
            {entries(
              "border-b-2 border-transparent forced-colors:border-[Canvas] py-1 hover:text-accent " +
                "aria-[current]:border-brass aria-[current]:text-accent",
            )}
          </ul>
          <BookNow className={button} />
          <ThemeSwitch />
        </nav>
        <div className={`flex shrink-0 items-center gap-2 ${notRow}`}>
          <Anchor href={calendarUrls().bookNow} className={`${button} px-4!`}>
            Book
          </Anchor>
          <DialogButton
            opens={menu}
            className="-mr-3 flex size-12 cursor-pointer items-center justify-center rounded-sm"
          >
            <Menu />
            <span className="sr-only">Open main menu</span>
          </DialogButton>
        </div>
      </div>
      <Dialog id={menu} label="Main menu" className="panel">
        <div className="flex min-h-full flex-col gap-6 p-6">
          <div className="-mr-3 flex items-center justify-between">
            <span className="eyebrow">{content().site.brand}</span>
            <CloseButton closes={menu}>
              <X />
              <span className="sr-only">Close menu</span>
            </CloseButton>
          </div>
          <nav aria-label="Main menu">
            <ul className="flex flex-col">
              {entries(
                "block border-b border-line py-3 font-display text-2xl aria-[current]:text-accent",
              )}
            </ul>
          </nav>
          <BookNow className="button" />
          <ThemeSwitch inline />
        </div>
      </Dialog>
    </header>
  );
}

function BookNow({ className }: { className: string }) {
  return (
    <Anchor href={calendarUrls().bookNow} className={className}>
      Book Now
    </Anchor>
  );
}

/** A section is current while it crosses the middle of the window. */
const middleBand = "-50% 0px -50% 0px";

/** `current`: "true" on a page below the entry, which is not that page itself. */
function useActiveEntry(): { href: string; current: "page" | "true" } | null {
  // Prerendering knows a page by its path with a trailing slash.
  const pathname = useLocation().pathname.replace(/(?<=.)\/$/, "");
  const [seen, setSeen] = useState<{ page: string; href: string | null }>({
    page: pathname,
    href: null,
  });

  useEffect(() => {
    const entries = navigation().filter(({ href }) => href.startsWith(`${pathname}#`));
    const visible = new Set<string>();
    const choose = () =>
      setSeen({
        page: pathname,
        href: scrollY === 0 ? null : (entries.find(({ href }) => visible.has(href))?.href ?? null),
      });
    const observers = entries.map(({ href }) => {
      const observer = new IntersectionObserver(
        ([crossed]) => {
          if (crossed?.isIntersecting) visible.add(href);
          else visible.delete(href);
          choose();
        },
        { rootMargin: middleBand },
      );
      const target = document.getElementById(href.slice(href.indexOf("#") + 1));
      if (target) observer.observe(target);
      return observer;
    });
    const atTop = () => scrollY === 0 && choose();
    addEventListener("scroll", atTop, { passive: true });
    return () => {
      removeEventListener("scroll", atTop);
      for (const observer of observers) observer.disconnect();
    };
  }, [pathname]);

  const section = seen.page === pathname ? seen.href : null;
  const own = section ?? navigation().find(({ href }) => href === pathname)?.href;
  if (own) return { href: own, current: "page" };
  const above = navigation().find(({ below }) => below.includes(pathname));
  return above ? { href: above.href, current: "true" } : null;
}
