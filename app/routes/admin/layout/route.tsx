import {
  isRouteErrorResponse,
  Outlet,
  useMatches,
  useNavigation,
  useRouteError,
} from "react-router";
import { content } from "#app/content/content.ts";
import {
  administratorContext,
  requireAdministrator,
  currentAdministrator,
} from "#app/features/auth/session.server.ts";
import { getWaitingCounts } from "#app/features/dashboard/queries.server.ts";
import { noteVisit } from "#app/features/dashboard/visits.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { privateMeta } from "#app/ui/meta.ts";
import { UndoSender } from "#app/ui/show-answer.ts";
import { ErrorPage } from "#app/ui/error-page.tsx";
import stylesheet from "#app/document/styles/admin.css?url";
import { orNull } from "#app/server/log.server.ts";
import { pageTitle } from "#app/routes/admin/frame.tsx";
import type { Route } from "./+types/route";
import { AdminKeys } from "./keys.tsx";
import { Sidebar, Logout } from "./sidebar.tsx";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];
// Each page sets its own title.
export const meta = () => privateMeta("Admin").filter((tag) => !("title" in tag));
export const headers = () => ({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });

// A check in a loader can be bypassed: a data request names the routes whose loaders it wants.
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }, next) => {
    const { sessionCookies, ...admitted } = await requireAdministrator(request);
    context.set(administratorContext, admitted);
    const response = await next();
    noteVisit(getDb(), admitted);
    // An action that changed the session has set newer cookies.
    if (!response.headers.has("Set-Cookie"))
      for (const cookie of sessionCookies.getSetCookie())
        response.headers.append("Set-Cookie", cookie);
    return response;
  },
];

// With a loader here, every navigation asks the server and so passes the gate.
export async function loader({ context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  return { email: by.email, counts: await orNull(getWaitingCounts(getDb(), by)) };
}

export default function AdminLayout({ loaderData: { email, counts } }: Route.ComponentProps) {
  const loading = useNavigation().state === "loading";
  return (
    <div className="choices min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <title>{`${pageTitle(useMatches())} · ${content().site.brand}`}</title>
      <Sidebar counts={counts} email={email} />
      <main className="min-w-0 px-5 pt-6 pb-28 lg:px-6 lg:pt-8 lg:pb-12" aria-busy={loading}>
        <Outlet />
        <UndoSender />
      </main>
      <AdminKeys />
    </div>
  );
}

/** A signed-in user who is no administrator can sign out here. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 403) return <ErrorPage />;
  return (
    <main className="wrap flex min-h-dvh max-w-xl! flex-col items-start justify-center gap-6">
      <title>{`Admin · ${content().site.brand}`}</title>
      <h1 className="display-2">No access</h1>
      <p>
        You're signed in as {String(error.data)}, which doesn't have access to the admin of{" "}
        {content().site.brand}.
      </p>
      <Logout />
    </main>
  );
}
