import { useEffect, useRef } from "react";
import {
  Form,
  href,
  isRouteErrorResponse,
  Link,
  NavLink,
  Outlet,
  useLocation,
  useMatches,
  useNavigation,
  useRouteError,
} from "react-router";
import { administratorContext, requireAdministrator } from "#app/features/auth/session.server.ts";
import { site } from "#app/content/site.ts";
import { ThemeSwitch } from "#app/features/theme/theme-switch.tsx";
import { Brand } from "#app/ui/brand.tsx";
import { privateMeta } from "#app/ui/meta.ts";
import { UndoSender } from "#app/ui/admin/deletion.tsx";
import { ErrorPage } from "#app/ui/error-page.tsx";
import stylesheet from "../../admin.css?url";
import type { Route } from "./+types/layout";
import { currentAdministrator } from "./administrator.server.ts";
import { CommandPalette } from "./command-palette.tsx";
import { sidebarPages } from "./pages.ts";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];
export const meta = () => privateMeta("Admin");
export const headers = () => ({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });

/** The gate of everything under /admin, for pages, data and actions alike; a loader could be asked around. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }, next) => {
    const { sessionCookies, ...admitted } = await requireAdministrator(request);
    context.set(administratorContext, admitted);
    const response = await next();
    // An action that has changed the session knows better.
    if (!response.headers.has("Set-Cookie"))
      for (const cookie of sessionCookies.getSetCookie())
        response.headers.append("Set-Cookie", cookie);
    return response;
  },
];

/** Being here makes the browser ask the server on every move, and so pass the gate. */
export function loader({ context }: Route.LoaderArgs) {
  return { email: currentAdministrator(context).email };
}

export default function AdminLayout({ loaderData: { email } }: Route.ComponentProps) {
  const loading = useNavigation().state === "loading";
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <aside className="no-print border-b border-line bg-raised lg:sticky lg:top-0 lg:h-dvh lg:border-b-0 lg:border-r">
        <div className="flex h-full flex-col gap-4 p-4 lg:gap-8 lg:p-6">
          <Brand compact />
          <nav ref={useInView()} aria-label="Admin" className="fades grow">
            <ul className="flex gap-x-5 gap-y-1 overflow-x-auto pr-8 lg:flex-col lg:pr-0">
              {sidebarPages.map(({ name, to }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    end={to === href("/admin")}
                    className="block whitespace-nowrap border-b-2 border-transparent py-2 aria-[current]:border-brass aria-[current]:font-semibold aria-[current]:text-accent lg:border-b-0 lg:border-l-2 lg:pl-3"
                  >
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
            <CommandPalette />
          </div>
          <div className="hidden border-t border-line pt-4 text-base lg:block">
            <ThemeSwitch inline />
          </div>
        </div>
      </aside>
      <div className="min-w-0">
        <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line px-5 py-4 lg:px-10">
          <p className="display-3 font-display">{usePageTitle()}</p>
          <p className="text-base text-soft">
            Logged in as{" "}
            <Link to={href("/admin/account")} className="link font-semibold">
              {email}
            </Link>
          </p>
        </header>
        <main className="px-5 py-8 lg:px-10" aria-busy={loading}>
          <Outlet />
          <UndoSender />
        </main>
      </div>
    </div>
  );
}

/** The title that the innermost page names in its `handle`. */
function usePageTitle(): string {
  const titles = useMatches().map(
    ({ handle }) => (handle as { title?: string } | undefined)?.title,
  );
  return titles.findLast((title) => title !== undefined) ?? "Admin";
}

/** On a phone the entries are one line to be drawn along: the present one is drawn into sight. */
function useInView() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const list = nav.current?.firstElementChild;
    const entry = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (list && entry) list.scrollLeft = entry.offsetLeft - list.clientWidth / 3;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- with the address the present entry changes
  }, [pathname]);
  return nav;
}

function Logout() {
  return (
    <Form method="post" action={href("/logout")}>
      <button type="submit" className="link cursor-pointer">
        Logout
      </button>
    </Form>
  );
}

/** Being signed in is not being an administrator: a stranger is told so, and let out. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 403) return <ErrorPage />;
  return (
    <main className="wrap flex min-h-dvh max-w-xl! flex-col items-start justify-center gap-6">
      <h1 className="display-2">No access</h1>
      <p>
        You are signed in as {String(error.data)}, and this address may not open the back office of{" "}
        {site.brand}.
      </p>
      <Logout />
    </main>
  );
}
