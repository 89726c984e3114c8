import { href } from "react-router";
import {
  subscriberStateLabels,
  subscriberList,
  mailchimpLabels,
} from "#app/features/newsletter/model.ts";
import { listSubscribers } from "#app/features/newsletter/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { RecordList } from "#app/ui/admin/list.tsx";
import { PageHead } from "#app/ui/admin/page.tsx";
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
      <RecordList
        label="Search subscribers"
        noun="subscriber"
        exports="newsletter"
        list={list}
        shape={subscriberList}
        found={subscribers}
        empty="No subscribers yet."
        hint={
          <>
            People join with the form at the foot of your pages.{" "}
            <a className="link" href={href("/newsletter")}>
              See the form
            </a>
          </>
        }
        columns={[{ by: "email" }, "Name", "Status", { by: "created" }]}
      >
        {({ id, email, firstName, lastName, state, createdAt, mailchimp, mailchimpError }) => (
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
        )}
      </RecordList>
    </>
  );
}
