import { data } from "react-router";
import { log, pathForLog } from "#app/server/log.server.ts";
import { NotFound } from "#app/ui/error-page.tsx";
import { notFoundMeta } from "#app/ui/meta.ts";
import { shortFooter } from "#app/routes/site/short-footer.ts";
import type { Route } from "./+types/not-found";

export const handle = shortFooter;
export const meta = notFoundMeta;

export function loader({ request }: Route.LoaderArgs) {
  log.warn({ path: pathForLog(request.url) }, "unknown path");
  return data(null, 404);
}

export const action = () => data(null, 404);

export default NotFound;
