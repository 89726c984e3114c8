import { useCallback } from "react";
import { data, href, Link, useLocation, useNavigate, useOutletContext } from "react-router";
import { RecordLink, useAccess } from "#app/ui/admin/access.tsx";
import { getQuarantinedBooking } from "#app/features/ameb/queries.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { getContactMessage } from "#app/features/contact/queries.server.ts";
import { Composer } from "#app/features/email/admin/composer.tsx";
import { getEmailDraft } from "#app/features/email/queries.server.ts";
import { enquiryFacts } from "#app/features/contact/event-facts.ts";
import { quoteStateLabels } from "#app/features/quotes/model.ts";
import { type EnquiryQuote, listQuotesOfEnquiries } from "#app/features/quotes/queries.server.ts";
import type { EventFields } from "#app/server/database/tables.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { formatMoney } from "#app/values/money.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { emailSource } from "#app/routes/admin/email-records.server.ts";
import { EnquiryPane, EntryActions, MessagePane } from "./message-pane.tsx";
import { replyHash, inboxUrl } from "./entries.tsx";
import type { Route } from "./+types/message";
import { bookingLine } from "./actions.server.ts";
import type { InboxContext } from "./route.tsx";

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const message = await getContactMessage(getDb(), by, id);
  if (message) return { message, ...(await aroundMessage(by, id, message.spamReason === null)) };
  const booking = await getQuarantinedBooking(getDb(), by, id);
  return data(
    { message: null, booking: booking && { ...booking, line: bookingLine(booking) } },
    booking ? 200 : 404,
  );
}

/** Loads nothing for suspected spam. */
async function aroundMessage(by: Administrator, id: string, genuine: boolean) {
  if (!genuine) return { quotes: [], draft: null };
  return {
    quotes: await listQuotesOfEnquiries(getDb(), by, [id]),
    draft: await getEmailDraft(getDb(), by, emailSource(by, { kind: "inbox", id })),
  };
}

type Loaded = Route.ComponentProps["loaderData"];

export default function Message({ loaderData, params: { id } }: Route.ComponentProps) {
  const { search } = useOutletContext<InboxContext>();
  return (
    <div className="min-w-0">
      <Link className="link mb-2 inline-block py-2 lg:hidden" to={inboxUrl(search)}>
        Back to Inbox
      </Link>
      {loaderData.message ? (
        <OpenMessage key={id} {...loaderData} />
      ) : loaderData.booking ? (
        <SuspectedBooking booking={loaderData.booking} />
      ) : (
        <p role="alert">This message no longer exists. Its client data may have been deleted.</p>
      )}
    </div>
  );
}

function OpenMessage({
  message,
  quotes,
  draft,
}: Pick<Extract<Loaded, { message: object }>, "message" | "quotes" | "draft">) {
  const { search, next } = useOutletContext<InboxContext>();
  const { hash } = useLocation();
  const { mayChange } = useAccess();
  const navigate = useNavigate();
  const goOn = useCallback(() => void navigate(inboxUrl(search, next)), [navigate, search, next]);
  return (
    <MessagePane
      message={message}
      facts={message.event ? factsOf(message.event) : []}
      search={search}
      next={next}
      quotes={quotes.length > 0 && <Quotes quotes={quotes} />}
      reply={
        draft &&
        mayChange && (
          <Composer
            draft={draft}
            inline
            quiet={message.event !== null && quotes.length === 0}
            focused={hash === replyHash}
            onSent={goOn}
          />
        )
      }
    />
  );
}

/** Omits the suburb if the venue already ends with it. */
const factsOf = (event: EventFields) =>
  enquiryFacts(event).filter(
    ([label, value]) =>
      label !== "Suburb" || !event.venue?.toLowerCase().endsWith(value.toLowerCase()),
  );

function Quotes({ quotes }: { quotes: readonly EnquiryQuote[] }) {
  return (
    <ul aria-label="Quotes from this enquiry" className="mt-5 border-l-2 border-brass pl-4">
      {quotes.map(({ id, event, total, state }) => (
        <li key={id}>
          <RecordLink className="link wrap-anywhere" to={href("/admin/quotes/:id", { id })}>
            {event}
          </RecordLink>
          , {formatMoney(total)} · {quoteStateLabels[state]}
        </li>
      ))}
    </ul>
  );
}

type SuspectedBookingProps = {
  booking: NonNullable<Extract<Loaded, { message: null }>["booking"]>;
};

function SuspectedBooking({ booking }: SuspectedBookingProps) {
  const { search, next } = useOutletContext<InboxContext>();
  return (
    <EnquiryPane
      name={booking.studentParentName}
      kind="AMEB enquiry"
      email={booking.contactEmail}
      at={booking.createdAt}
      state={null}
      spamReason={booking.spamReason}
      facts={[]}
      text={booking.line}
    >
      <EntryActions
        id={booking.id}
        of="booking"
        to={inboxUrl(search)}
        actions={[{ action: "genuine", label: "Not spam", next }]}
      />
    </EnquiryPane>
  );
}
