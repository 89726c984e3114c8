import { Form, href, Link } from "react-router";
import { useRef, useState } from "react";
import type { ShownOverlaps } from "#app/features/diary/overlaps.server.ts";
import {
  canBeNoShow,
  type Entry,
  isUpcoming,
  lengthOf,
  diaryWords,
} from "#app/features/diary/model.ts";
import { ComposeButton } from "#app/features/email/admin/composer.tsx";
import { ChangeLines, Timeline, useEntries } from "#app/features/email/admin/timeline.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { apartClass, OpenedForm } from "#app/ui/admin/folded.tsx";
import { OverlapQuestion } from "#app/features/diary/admin/form-parts.tsx";
import { sessionInvoicingLabels } from "#app/features/invoices/model.ts";
import { placeLabels } from "#app/features/services/labels.ts";
import { EmailLink } from "#app/ui/admin/line-breaks.tsx";
import { Fact, FactLines } from "#app/ui/admin/fact.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { TickLine } from "#app/ui/admin/fields.tsx";
import { TickField } from "#app/ui/fields.tsx";
import { formatMoney } from "#app/values/money.ts";
import { phoneLink } from "#app/values/phone-link.ts";
import type { Alike } from "#app/features/diary/strangers.server.ts";
import type { EntryDetails } from "#app/features/diary/admin/queries.server.ts";
import { SubmitButton } from "#app/ui/admin/form.tsx";

type ActionsProps = { entry: Entry };
type AnswerProps = ActionsProps & { overlaps: ShownOverlaps | undefined };

export function EntryAnswer({ entry, overlaps }: AnswerProps) {
  if (entry.state !== "requested") return null;
  if (entry.spamReason)
    return (
      <ActionButton entry={entry} intent="release" loading="Booking..." isMain>
        It's real
      </ActionButton>
    );
  if (!isUpcoming(entry)) return null;
  return (
    <ActionButton entry={entry} intent="confirm" loading="Confirming..." overlaps={overlaps} isMain>
      Confirm
    </ActionButton>
  );
}

export function DiaryEntryActions({ entry, now }: ActionsProps & { now: Date }) {
  return (
    <>
      {entry.state === "no-show" && (
        <ActionButton entry={entry} intent="came">
          They came after all
        </ActionButton>
      )}
      {entry.kind === "appointment" && entry.clientEmail && !entry.spamReason && (
        <ComposeButton kind="appointments" id={entry.id} className={`button quiet w-full ${small}`}>
          Write
        </ComposeButton>
      )}
      {canBeNoShow(entry, now) && <NoShow entry={entry} />}
      {entry.state === "requested" && entry.spamReason && (
        <ActionButton entry={entry} intent="dismiss" loading="Deleting..." isAway>
          Delete
        </ActionButton>
      )}
    </>
  );
}

const small = "min-h-11! px-4! max-sm:px-2!";

type ActionButtonProps = {
  entry: Entry;
  intent: string;
  loading?: string;
  /** Overlaps that came since the request; the owner is asked about them. */
  overlaps?: ShownOverlaps | undefined;
  isMain?: boolean;
  isAway?: boolean;
  children: string;
};

function ActionButton({
  entry,
  intent,
  loading,
  overlaps,
  isMain = false,
  isAway = false,
  children,
}: ActionButtonProps) {
  return (
    <Form
      method="post"
      data-loading={loading}
      className={isMain ? "main" : isAway ? apartClass : undefined}
    >
      <input type="hidden" name="version" value={entry.version} />
      <input type="hidden" name="intent" value={intent} />
      <OverlapQuestion overlaps={overlaps} yes="Confirm Anyway" />
      <SubmitButton
        className={`button w-full ${small} ${isMain ? "" : "quiet"} ${isAway ? "away" : ""}`}
      >
        {children}
      </SubmitButton>
    </Form>
  );
}

function NoShow({ entry }: { entry: Entry }) {
  return (
    <ConfirmedAction
      id="ask-no-show"
      label="No-show"
      className={`button quiet away ${small} ${apartClass}`}
      question="Nobody came?"
      yes="Mark as a no-show"
      values={{ intent: "no-show", version: entry.version }}
    >
      <p>Your client isn't told. You can take it back.</p>
    </ConfirmedAction>
  );
}

export function EntryFacts({ entry }: { entry: Entry }) {
  const { title, clientName, clientEmail, student, phone, price, sessionInvoicing } = entry;
  const { place, placeDetails, kind, cancelledAt, cancelledBy, cancelledLate } = entry;
  if (kind !== "appointment" && !cancelledAt) return null;
  const minutes = lengthOf(entry);
  const joinUrl = place === "online" && /^https:\/\/\S+$/.test(placeDetails) ? placeDetails : null;
  const length = minutes === null ? "–" : `${minutes} minutes`;
  return (
    <section aria-label="Facts">
      <FactLines isPaired>
        {kind === "appointment" && (
          <>
            {student && <Fact term="Student">{student}</Fact>}
            {(clientEmail || student) && (
              <Fact term="Client">
                {clientEmail ? (
                  <Link
                    className="link"
                    to={href("/admin/clients/:email", { email: clientEmail.toLowerCase() })}
                  >
                    {clientName || clientEmail}
                  </Link>
                ) : (
                  clientName
                )}
              </Fact>
            )}
            <Fact term="Email">{clientEmail && <EmailLink email={clientEmail} />}</Fact>
            {phone && (
              <Fact term="Phone">
                <a className="link" href={phoneLink(phone)}>
                  {phone}
                </a>
              </Fact>
            )}
            <Fact term="Where">
              {[place && placeLabels[place], !joinUrl && placeDetails].filter(Boolean).join("\n")}
              {joinUrl && (
                <>
                  {" · "}
                  <a className="link" href={joinUrl}>
                    Join
                  </a>
                  <span className="block text-soft">{joinUrl}</span>
                </>
              )}
            </Fact>
            {!title.includes(length) && <Fact term="Length">{length}</Fact>}
            <Fact term="Price">
              {price === null ? "" : price === 0 ? "Free" : formatMoney(price)}
            </Fact>
            {sessionInvoicing && (
              <Fact term="After a session">{sessionInvoicingLabels[sessionInvoicing]}</Fact>
            )}
          </>
        )}
        {cancelledAt && (
          <Fact term={entry.declined ? "Declined" : "Cancelled"}>
            <When at={cancelledAt} />
            {cancelledBy && ` by ${cancelledBy === "client" ? "the client" : "you"}`}
            {cancelledLate && <span className="font-semibold text-danger"> (late)</span>}
          </Fact>
        )}
      </FactLines>
    </section>
  );
}

/** The client's note is shown in the header. */
export function EntryNote({ entry: { ownerNote } }: { entry: Entry }) {
  if (!ownerNote) return null;
  return (
    <section>
      <h2 className="display-3 mb-1">Your note</h2>
      <p className="whitespace-pre-line wrap-anywhere">{ownerNote}</p>
    </section>
  );
}

export function EntryLink({ entry, link }: { entry: Entry; link: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = () => {
    field.current!.select();
    setIsCopied(document.execCommand("copy"));
  };
  return (
    <>
      <div className="flex flex-col gap-1.5 text-base text-soft">
        <label htmlFor="client-link">Your client's link</label>
        <div className="flex gap-2">
          <input
            ref={field}
            id="client-link"
            readOnly
            value={link}
            className="input min-w-0 text-ellipsis"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <button type="button" className="button quiet px-4! noscript:hidden" onClick={copy}>
            {isCopied ? "Copied" : "Copy"}
            <span className="sr-only"> your client's link</span>
          </button>
        </div>
        <p role="status" className="sr-only">
          {isCopied && "Link copied"}
        </p>
        <p>
          {isUpcoming(entry) ? "They can move or cancel there." : "They can look it up there."} Copy
          it into a message if the email got lost.
        </p>
      </div>
      {!entry.spamReason && (
        <OpenedForm key={entry.version} label="Make a new link" isOpen={false}>
          <Form method="post" className="flex flex-col items-start gap-3" preventScrollReset>
            <input type="hidden" name="version" value={entry.version} />
            <p>The link above stops working, whoever has it.</p>
            {entry.clientEmail && isUpcoming(entry) && (
              <TickField name="emailsLink" defaultChecked>
                Email your client the new one
              </TickField>
            )}
            <SubmitButton name="intent" value="new-link" loading="Making a new link...">
              Make a New Link
            </SubmitButton>
          </Form>
        </OpenedForm>
      )}
    </>
  );
}

type HistoryProps = Pick<EntryDetails, "entry" | "changes" | "emails">;

export function EntryHistory({ entry, changes, emails }: HistoryProps) {
  const entries = useEntries(changes, emails, (change) => (
    <>
      <span className="inline-block first-letter:uppercase">{change.action}</span>
      {change.before && <ChangeLines change={change} words={diaryWords} className="text-base" />}
    </>
  ));
  return (
    <Timeline entries={entries}>
      {!changes.some(({ action }) => firstActions.has(action)) && (
        <li className="wrap-anywhere">
          {wasRequested(entry, changes) ? "Requested" : "Entered"}
          <span className="block text-sm text-soft first-letter:uppercase">
            <When at={entry.createdAt} />
          </span>
        </li>
      )}
    </Timeline>
  );
}

/** Missing after two years (the log's limit) and for entries that another program wrote. */
const firstActions = new Set(["requested", "booked", "added"]);

const wasRequested = ({ state, declined }: Entry, changes: EntryDetails["changes"]) =>
  state === "requested" || declined || changes.some(({ action }) => action === "confirmed");

type CancelAlikeProps = { alike: Alike };

export function CancelAlike({ alike: { ofAddress, ofHour } }: CancelAlikeProps) {
  return (
    <>
      <AlikeForm entries={ofAddress} which="by this address" />
      <AlikeForm entries={ofHour} which="of this hour" />
    </>
  );
}

type FormProps = { entries: readonly Entry[]; which: string };

function AlikeForm({ entries, which }: FormProps) {
  if (entries.length < 2) return null;
  return (
    <OpenedForm label={`Cancel all ${entries.length} ${which}`} isOpen={false} isAway>
      <Form method="post" className="flex flex-col gap-4" preventScrollReset>
        <p>
          Nobody has shown yet that these are real. Their times are free again, and they aren't
          emailed: anyone can type an address.
        </p>
        <ul>
          {entries.map(({ id, startsAt, clientName, clientEmail }) => (
            <TickLine key={id} name="ids" value={id} defaultChecked>
              <When at={startsAt} /> · {clientName}
              <span className="block text-base text-soft">{clientEmail}</span>
            </TickLine>
          ))}
        </ul>
        <p>
          <SubmitButton name="intent" value="cancel-alike" loading="Cancelling...">
            Cancel Those Ticked
          </SubmitButton>
        </p>
      </Form>
    </OpenedForm>
  );
}
