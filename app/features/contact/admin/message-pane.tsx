import type { ReactNode } from "react";
import { href, Link } from "react-router";
import type { ContactMessage } from "#app/features/contact/model.ts";
import type { EventFields } from "#app/server/database/tables.server.ts";
import { OnDay } from "#app/ui/admin/when.tsx";
import { EnquiryPane, EntryActions } from "./enquiry-pane.tsx";
import { inboxUrl, messageActions, writtenText } from "./entry.ts";
import { replyHash } from "./use-inbox-keys.ts";

const actionsClass = [
  "mt-2 grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:items-center",
  "max-sm:[&_button]:w-full max-sm:[&>:first-child:nth-last-child(odd)]:col-span-2",
].join(" ");

/** Suspected spam has no links. */
export function MessagePane({
  message,
  facts,
  search,
  next,
  quotes,
  reply,
}: {
  message: ContactMessage;
  facts: readonly (readonly [label: string, value: string])[];
  search: string;
  next: string;
  quotes: ReactNode;
  reply: ReactNode;
}) {
  const { id, name, email, event, state, spamReason, createdAt } = message;
  const phone = event?.phone ?? "";
  const phoneFact = spamReason ? phone : <PhoneLink key="phone" phone={phone} />;
  return (
    <EnquiryPane
      name={name}
      kind={event ? <EventLine event={event} /> : "Message"}
      email={email}
      at={createdAt}
      state={state}
      spamReason={spamReason}
      facts={[...(phone ? [["Phone", phoneFact] as const] : []), ...facts]}
      text={writtenText(message)}
      reply={
        reply && (
          <section id={replyHash.slice(1)} aria-labelledby="reply-heading" className="mt-3">
            <h3 id="reply-heading" className="mb-3 text-xl wrap-anywhere">
              Reply to {name}
            </h3>
            {reply}
          </section>
        )
      }
    >
      {quotes}
      <div className={actionsClass}>
        {reply && (
          <Link
            className={`${linkClass} lg:hidden ${event && !quotes ? "quiet" : ""}`}
            to={inboxUrl(search, id) + replyHash}
          >
            Reply
          </Link>
        )}
        {!spamReason && !event && (
          <Link
            className={`${linkClass} quiet`}
            to={`${href("/admin/diary/new")}?${new URLSearchParams({ client: email })}`}
          >
            New appointment
          </Link>
        )}
        {!spamReason && (
          <Link
            className={`${linkClass} ${event && !quotes ? "" : "quiet"}`}
            aria-keyshortcuts="q"
            to={`${href("/admin/quotes/new")}?from=${id}`}
          >
            {quotes ? "Create another quote" : "Create quote"}
          </Link>
        )}
        <EntryActions
          id={id}
          of="message"
          to={inboxUrl(search)}
          actions={messageActions(message, next)}
        />
      </div>
    </EnquiryPane>
  );
}

const linkClass = "button px-4! max-lg:min-h-11!";

function EventLine({ event: { eventDate, suburb, venue } }: { event: EventFields }) {
  const where = suburb || venue;
  return (
    <>
      Live piano
      {eventDate && (
        <>
          {" · "}
          <OnDay day={eventDate} />
        </>
      )}
      {where && ` · ${where}`}
    </>
  );
}

const PhoneLink = ({ phone }: { phone: string }) => (
  <a className="link" href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
    {phone}
  </a>
);
