import { href } from "react-router";
import { subscriberStateLabels, subscriberList } from "#app/features/newsletter/model.ts";
import { listSubscribers } from "#app/features/newsletter/queries.server.ts";
import { SubscribersTable } from "#app/features/newsletter/subscribers-table.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { FilterMonth, FilterSelect } from "#app/ui/admin/list-filters.tsx";
import { isNarrowed, readListQuery } from "#app/ui/admin/list-query.ts";
import { ListTools } from "#app/ui/admin/list-tools.tsx";
import { NothingFound } from "#app/ui/admin/nothing-found.tsx";
import { PageHead } from "#app/ui/admin/page-head.tsx";
import { Pager } from "#app/ui/admin/pager.tsx";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import type { Route } from "./+types/newsletter";
import { currentAdministrator } from "./administrator.server.ts";

export const handle = { title: "Newsletter" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const list = readListQuery(new URL(request.url).searchParams, subscriberList);
  try {
    return {
      list,
      subscribers: await listSubscribers(getDb(), currentAdministrator(context), list),
    };
  } catch (error) {
    log.error({ err: error }, "subscribers not loaded");
    return { list, subscribers: null };
  }
}

export default function Subscribers({ loaderData: { list, subscribers } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Newsletter" />
      {subscribers === null && (
        <LoadFailed href={href("/admin/newsletter")}>Failed to load subscribers.</LoadFailed>
      )}
      {subscribers && (subscribers.total > 0 || isNarrowed(list)) && (
        <ListTools
          label="Search subscribers"
          noun="subscriber"
          list={list}
          shape={subscriberList}
          total={subscribers.total}
          exports="newsletter"
        >
          <FilterSelect name="state" label="Status" list={list} options={subscriberStateLabels} />
          <FilterMonth label="Joined in" list={list} />
        </ListTools>
      )}
      {subscribers?.total === 0 &&
        (isNarrowed(list) ? (
          <NothingFound />
        ) : (
          <EmptyList
            hint={
              <>
                People join with the form at the foot of your pages.{" "}
                <a className="link" href={href("/newsletter")}>
                  See the form
                </a>
              </>
            }
          >
            No subscribers yet.
          </EmptyList>
        ))}
      {subscribers && subscribers.total > 0 && (
        <SubscribersTable subscribers={subscribers.rows} list={list} />
      )}
      {subscribers && <Pager page={subscribers.page} total={subscribers.total} />}
    </>
  );
}
