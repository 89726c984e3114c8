import { href, Link } from "react-router";
import { ActivityLog } from "#app/features/audit/activity-log.tsx";
import { activityList, subjectLabels } from "#app/features/audit/model.ts";
import { listActivity } from "#app/features/audit/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { FilterSelect } from "#app/ui/admin/list-filters.tsx";
import { isNarrowed, readListQuery } from "#app/ui/admin/list-query.ts";
import { ListTools } from "#app/ui/admin/list-tools.tsx";
import { NothingFound } from "#app/ui/admin/nothing-found.tsx";
import { Pager } from "#app/ui/admin/pager.tsx";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import type { Route } from "./+types/activity";
import { currentAdministrator } from "./administrator.server.ts";

export const handle = { title: "Activity" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const list = readListQuery(new URL(request.url).searchParams, activityList);
  try {
    return { list, happenings: await listActivity(getDb(), currentAdministrator(context), list) };
  } catch (error) {
    log.error({ err: error }, "activity not loaded");
    return { list, happenings: null };
  }
}

export default function Activity({ loaderData: { list, happenings } }: Route.ComponentProps) {
  return (
    <>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-4">
        <h1 className="display-3">Who changed what</h1>
        <Link className="link" to={href("/admin/deleted")}>
          Recently deleted
        </Link>
      </div>
      {happenings === null && (
        <LoadFailed href={href("/admin/activity")}>Failed to load activity.</LoadFailed>
      )}
      {happenings && (happenings.total > 0 || isNarrowed(list)) && (
        <ListTools
          label="Search the log"
          noun="change"
          list={list}
          shape={activityList}
          total={happenings.total}
          exports="activity"
        >
          <FilterSelect name="kind" label="What" list={list} options={subjectLabels} />
        </ListTools>
      )}
      {happenings?.total === 0 &&
        (isNarrowed(list) ? (
          <NothingFound />
        ) : (
          <EmptyList>Nothing has been changed yet.</EmptyList>
        ))}
      {happenings && <ActivityLog happenings={happenings.rows} />}
      {happenings && <Pager page={happenings.page} total={happenings.total} />}
    </>
  );
}
