import { data } from "react-router";
import { releaseBooking } from "#app/features/ameb/commands.server.ts";
import { listQuarantinedBookings } from "#app/features/ameb/queries.server.ts";
import {
  announceMessage,
  releaseMessage,
  setMessageState,
} from "#app/features/contact/commands.server.ts";
import { EnquiryActions, EnquiryCard } from "#app/features/contact/admin/enquiry-card.tsx";
import { InboxTabs, inboxTabUrl } from "#app/features/contact/admin/inbox-tabs.tsx";
import { MessageCard } from "#app/features/contact/admin/message-card.tsx";
import { type InboxTab, messageListShape, readInboxTab } from "#app/features/contact/model.ts";
import { listContactMessages } from "#app/features/contact/queries.server.ts";
import { messageActionSchema } from "#app/features/contact/schema.ts";
import { ComposeButton } from "#app/features/email/compose-dialog.tsx";
import { announceEventEnquiry } from "#app/features/events/commands.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { type FormState, parseForm } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { FilterMonth } from "#app/ui/admin/list-filters.tsx";
import { isNarrowed, readListQuery } from "#app/ui/admin/list-query.ts";
import { ListTools } from "#app/ui/admin/list-tools.tsx";
import { NothingFound } from "#app/ui/admin/nothing-found.tsx";
import { Pager } from "#app/ui/admin/pager.tsx";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import { withToasts } from "#app/ui/form-toasts.ts";
import type { Route } from "./+types/inbox";
import { currentAdministrator } from "./administrator.server.ts";

export const handle = { title: "Inbox" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const tab = readInboxTab(searchParams);
  const list = readListQuery(searchParams, messageListShape);
  const by = currentAdministrator(context);
  try {
    const messages = await listContactMessages(getDb(), by, tab, list);
    return {
      tab,
      list,
      messages,
      bookings: tab === "quarantine" ? await listQuarantinedBookings(getDb(), by) : [],
    };
  } catch (error) {
    log.error({ err: error }, "messages not loaded");
    return { tab, list, messages: null, bookings: [] };
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, messageActionSchema);
  if (!form.ok) return data<FormState>({ ok: false }, 422);
  const { id, of, action: chosen } = form.value;
  const by = currentAdministrator(context);
  try {
    const done =
      of === "booking"
        ? await releaseBooking(getDb(), by, id)
        : chosen === "genuine"
          ? await releaseMessage(getDb(), by, id, (tx, message) =>
              message.event ? announceEventEnquiry(tx, message) : announceMessage(tx, message),
            )
          : await setMessageState(getDb(), by, { id, state: chosen });
    return done
      ? data<FormState>({ ok: true })
      : data<FormState>({ ok: false, message: "This message no longer exists." }, 404);
  } catch (error) {
    log.error({ err: error }, "message not changed");
    return data<FormState>({ ok: false }, 503);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withToasts(serverAction, {
    loading: "Updating status...",
    success: { title: "Status updated successfully!" },
    failure: { title: "Failed to update status." },
  });
}

const emptyText: Record<InboxTab, string> = {
  new: "No new messages.",
  answered: "No messages here.",
  archived: "No messages here.",
  all: "No messages yet.",
  quarantine: "No possible spam.",
};

export default function Inbox({
  loaderData: { tab, list, messages, bookings },
}: Route.ComponentProps) {
  return (
    <>
      <InboxTabs current={tab} />
      <h1 className="display-3 mb-6">Messages</h1>
      {messages === null && (
        <LoadFailed href={inboxTabUrl(tab)}>Failed to load messages.</LoadFailed>
      )}
      {messages && (messages.total > 0 || isNarrowed(list)) && (
        <ListTools
          label="Search messages"
          noun="message"
          list={list}
          shape={messageListShape}
          heads={false}
          total={messages.total}
          exports="inbox"
          keeps={["show"]}
        >
          <FilterMonth label="Received in" list={list} />
        </ListTools>
      )}
      {messages?.total === 0 &&
        bookings.length === 0 &&
        (isNarrowed(list) ? (
          <NothingFound to={inboxTabUrl(tab)} />
        ) : (
          <EmptyList>{emptyText[tab]}</EmptyList>
        ))}
      <ul className="flex max-w-3xl flex-col">
        {messages?.rows.map((message) => (
          <MessageCard key={message.id} message={message}>
            <ComposeButton kind="inbox" id={message.id} className="link cursor-pointer">
              Reply<span className="sr-only"> to {message.name}</span>
            </ComposeButton>
          </MessageCard>
        ))}
        {bookings.map((booking) => (
          <EnquiryCard
            key={booking.id}
            name={booking.studentParentName}
            email={booking.contactEmail}
            at={booking.createdAt}
            spamReason={booking.spamReason}
          >
            <p className="mt-3 wrap-anywhere">
              AMEB enquiry: {booking.examBoardGrade}, {booking.examTime ?? "time to be advised"}
            </p>
            <EnquiryActions id={booking.id} of="booking" actions={[["genuine", "Not spam"]]} />
          </EnquiryCard>
        ))}
      </ul>
      {messages && <Pager page={messages.page} total={messages.total} />}
    </>
  );
}
