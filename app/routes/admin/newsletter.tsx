import { href } from "react-router";
import { listSubscribers } from "#app/features/newsletter/queries.server.ts";
import { getDb } from "#app/server/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Empty, LoadFailed } from "#app/ui/empty.tsx";
import { longInstant } from "#app/values/calendar.ts";
import type { Route } from "./+types/newsletter";
import { administrator } from "./administrator.server.ts";

export const handle = { title: "Newsletter" };

export async function loader({ context }: Route.LoaderArgs) {
  try {
    return { subscribers: await listSubscribers(getDb(), administrator(context)) };
  } catch (error) {
    log.error({ err: error }, "subscribers not loaded");
    return { subscribers: null };
  }
}

const states = { pending: "To be confirmed", subscribed: "Subscribed", unsubscribed: "Left" } as const;
const onTheWay = { none: "", waiting: "On the way to Mailchimp", done: "In Mailchimp", refused: "Refused by Mailchimp" } as const;

export default function Newsletter({ loaderData: { subscribers } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="display-3 mb-6">Subscribers</h1>
      {subscribers === null && <LoadFailed href={href("/admin/newsletter")}>Failed to load subscribers.</LoadFailed>}
      {subscribers?.length === 0 && <Empty>Nobody has signed up yet.</Empty>}
      <ul className="flex max-w-3xl flex-col">
        {subscribers?.map(({ id, email, firstName, lastName, state, createdAt, mailchimp, mailchimpError }) => (
          <li key={id} className="border-t border-line py-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              <p className="font-semibold wrap-anywhere">{email}</p>
              <Badge tone={state === "subscribed" ? "good" : "waiting"}>{states[state]}</Badge>
            </div>
            <p className="text-base text-soft">{[`${firstName} ${lastName}`.trim(), longInstant(createdAt), onTheWay[mailchimp]].filter(Boolean).join(" · ")}</p>
            {mailchimpError && <p className="text-base text-danger wrap-anywhere">{mailchimpError}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
