import { Badge } from "#app/ui/badge.tsx";
import { SortHead } from "#app/ui/admin/sort-head.tsx";
import { When } from "#app/ui/admin/when.tsx";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import { mailchimpLabels, subscriberStateLabels, type Subscriber } from "./model.ts";

export function SubscribersTable({
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
