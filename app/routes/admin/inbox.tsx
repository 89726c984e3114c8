import { href } from "react-router";
import { stateLabels } from "#app/features/contact/model.ts";
import { listContactMessages } from "#app/features/contact/queries.server.ts";
import { getDb } from "#app/server/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Empty, LoadFailed } from "#app/ui/empty.tsx";
import { longInstant } from "#app/values/calendar.ts";
import type { Route } from "./+types/inbox";
import { administrator } from "./administrator.server.ts";

export const handle = { title: "Inbox" };

export async function loader({ context }: Route.LoaderArgs) {
  try {
    return { messages: await listContactMessages(getDb(), administrator(context)) };
  } catch (error) {
    log.error({ err: error }, "messages not loaded");
    return { messages: null };
  }
}

export default function Inbox({ loaderData: { messages } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="display-3 mb-6">Messages</h1>
      {messages === null && <LoadFailed href={href("/admin/inbox")}>Failed to load messages.</LoadFailed>}
      {messages?.length === 0 && <Empty>No messages yet.</Empty>}
      <ul className="flex max-w-3xl flex-col">
        {messages?.map(({ id, name, email, message, state, createdAt }) => (
          <li key={id} className="border-t border-line py-6">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              <h2 className="display-3 wrap-anywhere">{name}</h2>
              <Badge tone={state === "new" ? "waiting" : "good"}>{stateLabels[state]}</Badge>
            </div>
            <p className="text-base text-soft">
              <a className="link" href={`mailto:${email}`}>
                {email}
              </a>{" "}
              · {longInstant(createdAt)}
            </p>
            <p className="mt-3 whitespace-pre-line wrap-anywhere">{message}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
