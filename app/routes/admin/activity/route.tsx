import { href, Link } from "react-router";
import { activityList } from "#app/features/audit/model.ts";
import { listActivity } from "#app/features/audit/queries.server.ts";
import { documentLabels } from "#app/features/site-content/history/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { ListTop, Pager } from "#app/ui/admin/list.tsx";
import { PageHead } from "#app/ui/admin/page.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { ActivityLog } from "./log.tsx";
import type { Route } from "./+types/route";
import { activityWords, subjectUrls } from "./words.ts";

export const handle = { title: "Activity" };

export function loader({ request, context }: Route.LoaderArgs) {
  const list = readListQuery(new URL(request.url).searchParams, activityList);
  const by = currentAdministrator(context);
  return load("Failed to load activity.", async () => ({
    list,
    reader: by.email,
    documents: documentLabels(),
    entries: await listActivity(getDb(), by, list),
  }));
}

export default function Activity({
  loaderData: { list, reader, documents, entries },
}: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Activity">
        <Link className="link py-2" to={href("/admin/deleted")}>
          Recently deleted
        </Link>
      </PageHead>
      <ListTop
        label="Search activity"
        noun="change"
        exports="activity"
        list={list}
        shape={activityList}
        total={entries.total}
        empty="Nothing has been changed yet."
      />
      <ActivityLog
        entries={entries.rows}
        reader={reader}
        words={activityWords}
        urlOf={subjectUrls(documents)}
      />
      <Pager page={entries.page} total={entries.total} />
    </>
  );
}
