import { href, Link } from "react-router";
import { messageList, stateLabels } from "#app/features/contact/model.ts";
import { listContactMessages } from "#app/features/contact/queries.server.ts";
import { ComposeButton } from "#app/features/email/compose-dialog.tsx";
import { getDb } from "#app/server/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { FilterSelect, isNarrowed, ListTools, NothingFound, Pager } from "#app/ui/desk/list.tsx";
import { Empty, LoadFailed } from "#app/ui/empty.tsx";
import { longInstant } from "#app/values/calendar.ts";
import { readList } from "#app/values/list.ts";
import type { Route } from "./+types/inbox";
import { administrator } from "./administrator.server.ts";

export const handle = { title: "Inbox" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const list = readList(new URL(request.url).searchParams, messageList);
  try {
    return { list, messages: await listContactMessages(getDb(), administrator(context), list) };
  } catch (error) {
    log.error({ err: error }, "messages not loaded");
    return { list, messages: null };
  }
}

export default function Inbox({ loaderData: { list, messages } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="display-3 mb-6">Messages</h1>
      {messages === null && <LoadFailed href={href("/admin/inbox")}>Failed to load messages.</LoadFailed>}
      {messages && (messages.total > 0 || isNarrowed(list)) && (
        <ListTools label="Search messages" list={list} total={messages.total} exports="inbox">
          <FilterSelect name="state" label="State" list={list} options={stateLabels} />
        </ListTools>
      )}
      {messages?.total === 0 && (isNarrowed(list) ? <NothingFound /> : <Empty>No messages yet.</Empty>)}
      <ul className="flex max-w-3xl flex-col">
        {messages?.rows.map(({ id, name, email, message, state, createdAt }) => (
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
            <div className="mt-3 flex gap-6">
              <ComposeButton kind="inbox" id={id} className="link cursor-pointer">
                Reply<span className="sr-only"> to {name}</span>
              </ComposeButton>
              <Link className="link" to={href("/admin/clients/:email", { email })}>
                Their story<span className="sr-only"> ({name})</span>
              </Link>
            </div>
          </li>
        ))}
      </ul>
      {messages && <Pager page={messages.page} total={messages.total} />}
    </>
  );
}
