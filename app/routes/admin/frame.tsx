import {
  isRouteErrorResponse,
  Link,
  Outlet,
  useLocation,
  useMatches,
  useRouteError,
} from "react-router";
import { LoadFailed } from "#app/ui/empty-list.tsx";
import { ErrorPage } from "#app/ui/error-page.tsx";
import { PageHead } from "#app/ui/admin/page.tsx";
import type { NotLoaded } from "./load.server.ts";

export default Outlet;

/** Inside the admin's layout, so that its menu stays. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const title = pageTitle(useMatches());
  const { failure, missing } = isRouteErrorResponse(error) ? ((error.data ?? {}) as NotLoaded) : {};
  if (!failure && !missing) return <ErrorPage as="div" />;
  return (
    <>
      {!missing && <PageHead title={title} />}
      {failure && <LoadFailed href={pathname + search}>{failure}</LoadFailed>}
      {missing && (
        <div className="flex flex-col items-start gap-4">
          <p className="display-3 mt-4 font-display">{missing.message}</p>
          <Link className="button quiet no-print" to={missing.back.to}>
            {missing.back.label}
          </Link>
        </div>
      )}
    </>
  );
}

export function pageTitle(matches: readonly { handle?: unknown }[]): string {
  const titles = matches.map(({ handle }) => (handle as { title?: string } | undefined)?.title);
  return titles.findLast((title) => title !== undefined) ?? "Admin";
}
