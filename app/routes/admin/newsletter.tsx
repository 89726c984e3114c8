import { href } from "react-router";
import {
  subscriberStateLabels,
  subscriberList,
  mailchimpLabels,
  type Subscriber,
} from "#app/features/newsletter/model.ts";
import { listSubscribers } from "#app/features/newsletter/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { ListTools, FilterMonth, FilterSelect } from "#app/ui/admin/list-tools.tsx";
import { isNarrowed, readListQuery, type ListQuery } from "#app/ui/admin/list-query.ts";
import { Pager, SortHead, NothingFound } from "#app/ui/admin/list.tsx";
import { PageHead } from "#app/ui/admin/page.tsx";
import { EmptyList } from "#app/ui/empty-list.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { When } from "#app/ui/admin/when.tsx";
import type { Route } from "./+types/newsletter";
import { load } from "./load.server.ts";

export const handle = { title: "Newsletter" };

export function loader({ request, context }: Route.LoaderArgs) {
  const list = readListQuery(new URL(request.url).searchParams, subscriberList);
  const by = currentAdministrator(context);
  return load("Failed to load subscribers.", async () => ({
    list,
    subscribers: await listSubscribers(getDb(), by, list),
  }));
}

export default function Subscribers({ loaderData: { list, subscribers } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Newsletter" />
      {(subscribers.total > 0 || isNarrowed(list)) && (
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
      {subscribers.total === 0 &&
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
      {subscribers.total > 0 && <SubscribersTable subscribers={subscribers.rows} list={list} />}
      <Pager page={subscribers.page} total={subscribers.total} />
    </>
  );
}

function SubscribersTable({
  subscribers,
  list,
}: {
  subscribers: readonly Subscriber[];
  list: ListQuery;
}) {
  return (
    <table className="table cards">
      <thead>
        <tr>
          <SortHead by="email" list={list}>
            Email
          </SortHead>
          <th scope="col">Name</th>
          <th scope="col">Status</th>
          <SortHead by="created" list={list}>
            Signed up
          </SortHead>
        </tr>
      </thead>
      <tbody>
        {subscribers.map(
          ({ id, email, firstName, lastName, state, createdAt, mailchimp, mailchimpError }) => (
            <tr key={id}>
              <td data-place="title" className="font-semibold wrap-anywhere xl:min-w-52">
                {email}
              </td>
              <td data-place="type">{`${firstName} ${lastName}`.trim() || "–"}</td>
              <td data-place="below">
                <span>
                  <Badge tone={state === "subscribed" ? "good" : "waiting"}>
                    {subscriberStateLabels[state]}
                  </Badge>
                  {mailchimpLabels[mailchimp] && (
                    <span className="block text-base text-soft">{mailchimpLabels[mailchimp]}</span>
                  )}
                  {mailchimpError && (
                    <span className="block text-base text-danger wrap-anywhere">
                      {mailchimpError}
                    </span>
                  )}
                </span>
              </td>
              <td data-place="side" className="text-soft [&>time]:first-letter:uppercase">
                <When at={createdAt} />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
