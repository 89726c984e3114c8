import {
  href,
  isRouteErrorResponse,
  Link,
  Outlet,
  useLocation,
  useMatches,
  useNavigation,
  useRouteError,
  useNavigate,
  useRevalidator,
} from "react-router";
import { AccessContext } from "#app/ui/admin/access.tsx";
import { type Content, content, contentState, setContentState } from "#app/content/content.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { type AdminRole, mayUse } from "#app/features/auth/model.ts";
import { getWaitingCounts } from "#app/features/dashboard/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { privateMeta } from "#app/ui/meta.ts";
import { UndoSender } from "#app/ui/show-answer.ts";
import { ErrorPage } from "#app/ui/error-page.tsx";
import stylesheet from "#app/document/styles/admin.css?url";
import { orNull } from "#app/server/log.server.ts";
import { adminGate } from "#app/routes/admin/gate.server.ts";
import { pageTitle } from "#app/routes/admin/frame.tsx";
import type { Route } from "./+types/route";
import { Sidebar, Logout } from "./sidebar.tsx";
import { useEffect, useMemo, useRef } from "react";
import {
  Shortcuts,
  showShortcuts,
  areSingleKeysOn,
  isForThePage,
} from "#app/ui/admin/shortcuts.tsx";
import { keyedPages } from "./pages.ts";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];
// Each page sets its own title.
export const meta = () => privateMeta("Admin").filter((tag) => !("title" in tag));
export const headers = () => ({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });

export const middleware: Route.MiddlewareFunction[] = [adminGate];

// With a loader here, every navigation asks the server and so passes the gate.
export async function loader({ context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const counts = await orNull(getWaitingCounts(getDb(), by));
  return { email: by.email, role: by.role, counts, words: contentState().url };
}

export default function AdminLayout({
  loaderData: { email, role, counts, words },
}: Route.ComponentProps) {
  usePublishedWords(words);
  const loading = useNavigation().state === "loading";
  const { pathname } = useLocation();
  const mayChange = mayUse(role, pathname, "POST");
  const access = useMemo(
    () => ({
      isOwner: role === "owner",
      mayChange,
      // A page outside the admin is everybody's; an address without a path is of this page.
      mayOpen: (path: string) => !path.startsWith(href("/admin")) || mayUse(role, path),
    }),
    [role, mayChange],
  );
  return (
    <AccessContext value={access}>
      <div className="choices min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <title>{`${pageTitle(useMatches())} · ${content().site.brand}`}</title>
        <Sidebar counts={counts} email={email} role={role} />
        <main
          className="min-w-0 px-5 pt-6 pb-28 lg:px-6 lg:pt-8 lg:pb-12"
          aria-busy={loading}
          data-reads-only={mayChange ? undefined : ""}
        >
          <Outlet />
          <UndoSender />
        </main>
        <AdminKeys role={role} />
      </div>
    </AccessContext>
  );
}

/** A browser keeps the words that it began with. After a publication it takes the new ones and draws the page again. */
function usePublishedWords(url: string): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (url === contentState().url) return;
    const take = async () => {
      const response = await fetch(url);
      if (!response.ok) return;
      setContentState({ content: (await response.json()) as Content, url });
      await revalidate();
    };
    // Offline: the next page tries again.
    take().catch(() => {});
  }, [url, revalidate]);
}

/** A signed-in user who is no administrator can sign out here. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 403) return <ErrorPage />;
  return (
    <main className="wrap flex min-h-dvh max-w-xl! flex-col items-start justify-center gap-6">
      <title>{`Admin · ${content().site.brand}`}</title>
      <h1 className="display-2">No access</h1>
      <p>{refusalOf(error.data)}</p>
      {typeof error.data !== "string" && (
        <Link to={href("/admin")} className="link">
          Back to the admin
        </Link>
      )}
      <Logout />
    </main>
  );
}

function refusalOf(data: unknown): string {
  const { brand } = content().site;
  if (typeof data === "string")
    return `You're signed in as ${data}, which doesn't have access to the admin of ${brand}.`;
  return "Your role in this admin doesn't include this. Nothing was changed. Ask the owner if you need it.";
}

/** How long `g` waits for the second key, in milliseconds. */
const patience = 1500;

/** A list with its own keys, like the inbox, handles them first. */
function AdminKeys({ role }: { role: AdminRole }) {
  const navigate = useNavigate();
  const leftFor = useRef(0);
  const act = (key: string): boolean => {
    const isSecond = performance.now() - leftFor.current < patience;
    leftFor.current = 0;
    const page = keyedPages.get(key);
    if (isSecond && page && mayUse(role, page)) {
      void navigate(page);
      return true;
    }
    switch (key) {
      case "g":
        leftFor.current = performance.now();
        return true;
      case "j":
        return moveInList(1);
      case "k":
        return moveInList(-1);
      case "ArrowDown":
        return isInRow() && moveInList(1);
      case "ArrowUp":
        return isInRow() && moveInList(-1);
      case "r":
        return replyInList();
      case "/":
        return focusListSearch();
      case "?":
        showShortcuts();
        return true;
      default:
        return false;
    }
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (areSingleKeysOn() && isForThePage(event) && act(event.key)) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  return <Shortcuts />;
}

/* Keys that move through tables and lists marked with `data-rows`. */

const rowSelector = "main .table tbody tr, main [data-rows] > li";

/** The row's own link, not an email address in it. */
const linkOf = (row: Element) =>
  row.querySelector<HTMLElement>("[data-open]") ?? row.querySelector<HTMLElement>("a[href^='/']");

const isVisible = (row: Element) => row.getClientRects().length > 0;

const listedRows = () =>
  [...document.querySelectorAll(rowSelector)].filter((row) => isVisible(row) && linkOf(row));

const rowOfFocus = () => document.activeElement?.closest(rowSelector) ?? null;

const isInRow = () => rowOfFocus() !== null;

function moveInList(step: 1 | -1): boolean {
  const rows = listedRows();
  const current = rowOfFocus();
  const at = current ? rows.indexOf(current) : -1;
  const row = rows[at === -1 ? 0 : at + step];
  if (!row) return false;
  linkOf(row)!.focus();
  row.scrollIntoView({ block: "nearest" });
  return true;
}

function replyInList(): boolean {
  const reply = (rowOfFocus() ?? document.querySelector("main"))?.querySelector<HTMLElement>(
    "[aria-keyshortcuts='r']",
  );
  reply?.click();
  return Boolean(reply);
}

function focusListSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("main [role=search] [type=search]");
  field?.focus();
  field?.select();
  return Boolean(field);
}
