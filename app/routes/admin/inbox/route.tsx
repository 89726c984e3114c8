import { data, Outlet, redirect, useLocation, useParams, href } from "react-router";
import { listQuarantinedBookings } from "#app/features/ameb/queries.server.ts";
import { messageListShape, type InboxTab, inboxTabs } from "#app/features/contact/model.ts";
import { listContactMessages } from "#app/features/contact/queries.server.ts";
import { messageActionSchema } from "#app/features/contact/schema.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { orNull } from "#app/server/log.server.ts";
import { type ListQuery, readListQuery, readTab } from "#app/ui/admin/list-query.ts";
import { ShortcutsButton } from "#app/ui/admin/shortcuts.tsx";
import { ListTop, Pager } from "#app/ui/admin/list.tsx";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { ListTabs } from "#app/ui/admin/tabs.tsx";
import { answerForms, formAction } from "#app/routes/admin/form-actions.server.ts";
import { useState } from "react";
import {
  EntryList,
  useInboxFocus,
  useInboxKeys,
  inboxUrl,
  messageEntry,
  type InboxEntry,
  entryAfter,
} from "./entries.tsx";
import type { Route } from "./+types/route";
import { bookingEntry, changeEntry } from "./actions.server.ts";

export const handle = { title: "Inbox" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const tab = readTab(inboxTabs, searchParams.get("show"));
  const list = readListQuery(searchParams, messageListShape);
  const by = currentAdministrator(context);
  // The open message, and a reply that is being typed, stay without the list.
  const found = await orNull(readEntries(by, tab, list));
  return data({ tab, list, entries: [], messages: null, ...found }, found ? 200 : 503);
}

async function readEntries(by: Administrator, tab: InboxTab, list: ListQuery) {
  const { rows, total, page } = await listContactMessages(getDb(), by, tab, list);
  const bookings = tab === "quarantine" ? await listQuarantinedBookings(getDb(), by) : [];
  const entries = [...rows.map(messageEntry), ...bookings.map(bookingEntry)];
  return { entries, messages: { total, page } };
}

export function action(args: Route.ActionArgs) {
  const { search } = new URL(args.request.url);
  return answerForms({
    "": formAction({
      schema: messageActionSchema,
      failure: "Failed to update status.",
      async run({ db, by, input: { next, ...change } }) {
        if (!(await changeEntry(db, by, change)))
          return { ok: false, message: "This message no longer exists.", status: 404 };
        if (next === undefined) return { ok: true, message: "Status updated successfully!" };
        return redirect(inboxUrl(search, next), 303);
      },
    }),
  })(args);
}

export const clientAction = showAnswer;

export type InboxContext = {
  search: string;
  next: string;
};

const panesClass =
  "gap-8 outline-none lg:mt-6 lg:grid lg:grid-cols-[minmax(15rem,20rem)_minmax(0,1fr)] lg:items-start";
const listClass = "lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto";

export default function Inbox({ loaderData, actionData }: Route.ComponentProps) {
  const { tab, list, messages, entries } = loaderData;
  const { id: open } = useParams();
  const { search } = useLocation();
  const inbox = useInboxKeys(entries, open, search);
  useInboxFocus(open);
  const context: InboxContext = { search, next: useNextEntry(entries, open) };
  const ofList = open ? "max-lg:hidden" : "";
  return (
    <>
      <h1 className={`display-3 mb-3 ${open ? "max-lg:sr-only" : ""}`}>Inbox</h1>
      <div className={ofList}>
        <ListTabs label="Messages by status" tabs={inboxTabs} shown={tab} to={inboxTabUrl} />
      </div>
      {actionData?.message && <FormMessage ok={actionData.ok}>{actionData.message}</FormMessage>}
      {messages === null && (
        <LoadFailed href={inboxTabUrl(tab)}>Failed to load messages.</LoadFailed>
      )}
      <div className={ofList}>
        {messages && (
          <ListTop
            label="Search messages"
            noun="message"
            exports="inbox"
            keeps="show"
            list={list}
            shape={messageListShape}
            heads={false}
            total={messages.total}
            isEmpty={entries.length === 0}
            empty={inboxTabs[tab].empty}
            all={inboxTabUrl(tab)}
          />
        )}
      </div>
      {(entries.length > 0 || open) && (
        <section ref={inbox} aria-label="Inbox" tabIndex={-1} className={panesClass}>
          <div className={`${listClass} ${ofList}`}>
            {entries.length > 0 && <EntryList entries={entries} open={open} search={search} />}
            {messages && <Pager page={messages.page} total={messages.total} />}
            {open && <ShortcutsButton />}
          </div>
          {open ? <Outlet context={context} /> : <Unopened />}
        </section>
      )}
    </>
  );
}

const unopenedClass =
  "hidden min-h-[calc(100dvh-17rem)] flex-col items-center justify-center border-l border-line " +
  "*:items-center lg:flex";

const Unopened = () => (
  <div className={unopenedClass}>
    <EmptyList>Choose a message to read it here.</EmptyList>
    <ShortcutsButton />
  </div>
);

const inboxTabUrl = (tab: InboxTab) =>
  tab === "new" ? href("/admin/inbox") : `${href("/admin/inbox")}?show=${tab}`;

/** Remembers the next id (empty: the list): an answered message may have left the list. */
function useNextEntry(entries: readonly InboxEntry[], open: string | undefined): string {
  const [kept, keep] = useState({ open, next: "" });
  if (open === undefined) return "";
  const isListed = entries.some(({ id }) => id === open);
  const next = entryAfter(entries, open)?.id ?? "";
  if (isListed && (kept.open !== open || kept.next !== next)) keep({ open, next });
  if (isListed) return next;
  return kept.open === open ? kept.next : "";
}
