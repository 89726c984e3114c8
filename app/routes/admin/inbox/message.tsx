import { useCallback, type ReactNode } from "react";
import { data, href, Link, useLocation, useNavigate, useOutletContext } from "react-router";
import { RecordLink, useAccess, PageLink } from "#app/ui/admin/access.tsx";
import { getQuarantinedBooking } from "#app/features/ameb/queries.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { getContactMessage } from "#app/features/contact/queries.server.ts";
import { Composer } from "#app/features/email/admin/composer.tsx";
import { getEmailDraft } from "#app/features/email/queries.server.ts";
import { enquiryFacts } from "#app/features/contact/event-facts.ts";
import { quoteStateLabels } from "#app/features/quotes/model.ts";
import { listQuotesOfEnquiries } from "#app/features/quotes/queries.server.ts";
import type { EventFields } from "#app/server/database/tables.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { formatMoney } from "#app/values/money.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { emailSource } from "#app/routes/admin/email-records.server.ts";
import {
  messageStateLabels,
  spamReasonLabels,
  type ContactMessage,
} from "#app/features/contact/model.ts";
import type { MessageState, SpamReason } from "#app/server/database/enums.ts";
import { Badge } from "#app/ui/badge.tsx";
import { EmailLink } from "#app/ui/admin/line-breaks.tsx";
import { When, OnDay } from "#app/ui/admin/when.tsx";
import { phoneLink } from "#app/values/phone-link.ts";
import {
  replyHash,
  inboxUrl,
  messageHeading,
  messageActions,
  writtenText,
  EntryActions,
} from "./entries.tsx";
import { bookingLine } from "./actions.server.ts";
import type { InboxContext } from "./route.tsx";
import type { Route } from "./+types/message";

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

type EnquiryQuotes = Awaited<ReturnType<typeof listQuotesOfEnquiries>>;

function Quotes({ quotes }: { quotes: EnquiryQuotes }) {
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

const actionsClass =
  "mt-2 grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:items-center " +
  "max-sm:[&_button]:w-full max-sm:[&>:first-child:nth-last-child(odd)]:col-span-2";

type MessagePaneProps = {
  message: ContactMessage;
  facts: readonly (readonly [label: string, value: string])[];
  search: string;
  next: string;
  quotes: ReactNode;
  reply: ReactNode;
};

/** Suspected spam has no links. */
function MessagePane({ message, facts, search, next, quotes, reply }: MessagePaneProps) {
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
          <PageLink
            className={`${linkClass} quiet`}
            to={`${href("/admin/diary/new")}?${new URLSearchParams({ client: email })}`}
          >
            New appointment
          </PageLink>
        )}
        {!spamReason && (
          <PageLink
            className={`${linkClass} ${event && !quotes ? "" : "quiet"}`}
            aria-keyshortcuts="q"
            to={`${href("/admin/quotes/new")}?from=${id}`}
          >
            {quotes ? "Create another quote" : "Create quote"}
          </PageLink>
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
  <a className="link" href={phoneLink(phone)}>
    {phone}
  </a>
);

const tones = { new: "waiting", answered: "good", archived: "quiet" } as const;

const factsClass = [
  "grid content-start items-baseline gap-x-6 gap-y-1 text-base max-xl:grid-cols-[auto_minmax(0,1fr)]",
  "max-xl:border-y max-xl:border-line max-xl:py-3",
  "xl:col-start-2 xl:row-span-4 xl:row-start-1 xl:gap-y-3 xl:border-l xl:border-line xl:pt-2 xl:pl-6",
].join(" ");

/** The email address of suspected spam is not a link. */
function EnquiryPane({
  name,
  kind,
  email,
  at,
  state,
  spamReason,
  facts,
  text,
  reply,
  children,
}: {
  name: string;
  kind: ReactNode;
  email: string;
  at: Date;
  /** Null for an enquiry that is not a message. */
  state: MessageState | null;
  spamReason: SpamReason | null;
  facts: readonly (readonly [label: string, value: ReactNode])[];
  text: string;
  reply?: ReactNode;
  children: ReactNode;
}) {
  const address = spamReason ? email : <Enquirer name={name} email={email} />;
  const all = [["Email", address], ...facts, ["Received", <When key="at" at={at} />]] as const;
  return (
    <article
      aria-labelledby={messageHeading}
      className="grid gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,1fr)_15rem] xl:grid-rows-[auto_auto_auto_1fr]"
    >
      <div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h2
            id={messageHeading}
            tabIndex={-1}
            className="scroll-mt-24 text-2xl wrap-anywhere outline-offset-4"
          >
            {name}
          </h2>
          {spamReason ? (
            <Badge tone="bad">Possible spam</Badge>
          ) : (
            state && <Badge tone={tones[state]}>{messageStateLabels[state]}</Badge>
          )}
        </div>
        <p className="mt-1 text-base text-soft wrap-anywhere">{kind}</p>
        {spamReason && <p className="mt-1 text-base text-soft">{spamReasonLabels[spamReason]}</p>}
      </div>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      <div className="min-w-0">{children}</div>
      <dl className={factsClass}>
        {all.map(([label, value]) => (
          <div key={label} className="max-xl:contents">
            <dt className="text-soft xl:text-sm">{label}</dt>
            <dd className="wrap-anywhere pointer-coarse:has-[a]:py-2.5">{value}</dd>
          </div>
        ))}
      </dl>
      {reply && <div className="min-w-0">{reply}</div>}
    </article>
  );
}

function Enquirer({ name, email }: { name: string; email: string }) {
  return (
    <>
      <EmailLink email={email} />
      <Link
        className="link block w-fit pointer-coarse:mt-5.5"
        to={href("/admin/clients/:email", { email })}
      >
        Client history<span className="sr-only"> ({name})</span>
      </Link>
    </>
  );
}
