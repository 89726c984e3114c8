import type { ReactNode } from "react";
import { href, Link, useFetcher } from "react-router";
import { PageLink } from "#app/ui/admin/access.tsx";
import {
  messageStateLabels,
  spamReasonLabels,
  type ContactMessage,
} from "#app/features/contact/model.ts";
import type { MessageState, SpamReason } from "#app/server/database/enums.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { EmailLink } from "#app/ui/admin/line-breaks.tsx";
import { When, OnDay } from "#app/ui/admin/when.tsx";
import type { EventFields } from "#app/server/database/tables.server.ts";
import {
  messageHeading,
  replyHash,
  type EntryAction,
  inboxUrl,
  messageActions,
  statusToasts,
  writtenText,
} from "./entries.tsx";
import { phoneLink } from "#app/values/phone-link.ts";

const actionsClass = [
  "mt-2 grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:items-center",
  "max-sm:[&_button]:w-full max-sm:[&>:first-child:nth-last-child(odd)]:col-span-2",
].join(" ");

type MessagePaneProps = {
  message: ContactMessage;
  facts: readonly (readonly [label: string, value: string])[];
  search: string;
  next: string;
  quotes: ReactNode;
  reply: ReactNode;
};

/** Suspected spam has no links. */
export function MessagePane({ message, facts, search, next, quotes, reply }: MessagePaneProps) {
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
export function EnquiryPane({
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

const buttonClass = "button quiet px-3! max-lg:min-h-11! sm:px-4!";
const textClass = "link min-h-11 min-w-11 cursor-pointer disabled:cursor-default";

type EntryActionsProps = {
  id: string;
  of: "message" | "booking";
  to: string;
  actions: readonly EntryAction[];
};

/** `to`: the inbox with the list's query, so that the list stays as it is. */
export function EntryActions({ id, of, to, actions }: EntryActionsProps) {
  const { Form, data, state } = useFetcher<FormState>();
  return (
    <>
      {actions.map(({ action, label, next, shortcut }) => (
        <Form
          key={action}
          method="post"
          action={to}
          data-loading={statusToasts.loading}
          data-done={statusToasts.done}
          data-failure={statusToasts.failure}
        >
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="of" value={of} />
          <input type="hidden" name="next" value={next} />
          <button
            type="submit"
            name="action"
            value={action}
            aria-keyshortcuts={shortcut}
            className={action === "genuine" ? buttonClass : textClass}
            disabled={state !== "idle"}
          >
            {label}
          </button>
        </Form>
      ))}
      {data?.message && <FormMessage ok={data.ok}>{data.message}</FormMessage>}
    </>
  );
}
