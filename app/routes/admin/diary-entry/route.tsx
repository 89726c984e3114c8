import { href, redirect, Link, Form } from "react-router";
import { getNextDates } from "#app/features/clients/queries.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { BesideAppointment } from "#app/features/clients/history.tsx";
import { getClientNotes } from "#app/features/clients/notes.server.ts";
import {
  type Entry,
  isUpcoming,
  canBeInvoiced,
  lacksLink,
  stateLabel,
  lengthOf,
} from "#app/features/diary/model.ts";
import { diaryUrl, entryPage } from "#app/features/diary/agenda.ts";
import { paymentUrl, SessionInvoice, EntryHistory } from "./parts.tsx";
import { getSessionMoney } from "#app/features/appointments/session-invoices.server.ts";
import type { DiaryFormState } from "#app/features/appointments/form-parts.tsx";
import {
  getDiaryEntry,
  isClash,
  suggestStarts,
} from "#app/features/appointments/queries.server.ts";
import { stillOwed } from "#app/features/ledger/lists.ts";
import { getInvoicesPanel } from "#app/features/ledger/lists.server.ts";
import { playingTime } from "#app/features/quotes/pricing.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { BackLink, DetailColumns } from "#app/ui/admin/page.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { Badge } from "#app/ui/badge.tsx";
import { addDays, type Day, isDay, longDay, melbourneDay, wallTime } from "#app/values/calendar.ts";
import { timeRange } from "#app/values/time-of-day.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { answerForms } from "#app/routes/admin/form-actions.server.ts";
import { loadRecord } from "#app/routes/admin/load.server.ts";
import { sessionInvoicingLabels } from "#app/features/business/model.ts";
import { placeLabels } from "#app/features/services/model.ts";
import { EmailLink } from "#app/ui/admin/line-breaks.tsx";
import { Fact, FactLines } from "#app/ui/admin/fact.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";
import { phoneLink } from "#app/values/phone-link.ts";
import { useRef, useState } from "react";
import { OpenedForm } from "#app/ui/admin/folded.tsx";
import { TickField } from "#app/ui/fields.tsx";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import { TickLine } from "#app/ui/admin/fields.tsx";
import type { Alike } from "#app/features/appointments/strangers.server.ts";
import { EntryForms, SeriesPanel } from "./forms.tsx";
import type { Route } from "./+types/route";
import { entryActions } from "./actions.server.ts";

export const handle = { title: "Diary" };

const missing = {
  message: "There's no such entry.",
  back: { to: href("/admin/diary"), label: "Back to the Diary" },
};

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const db = getDb();
  const now = new Date();
  return loadRecord("Failed to load the diary.", missing, async () => {
    const details = await getDiaryEntry(db, by, id, now);
    if (!details) return null;
    const { entry, service } = details;
    if (entry.quoteId || entry.amebBookingId) throw redirect(entryPage(entry), 302);
    const email = entry.clientEmail;
    return {
      ...details,
      money: await getSessionMoney(db, by, entry),
      client: email && !entry.spamReason ? await clientOf(by, entry, email, now) : null,
      isClash: await isClash(db, by, entry),
      starts:
        entry.kind === "appointment" && isUpcoming(entry)
          ? await suggestStarts(db, by, service, { moving: entry }, now)
          : [],
      link: entry.token && absoluteUrl(href("/appointments/:token", { token: entry.token })),
      today: melbourneDay(now),
      now,
    };
  });
}

async function clientOf(by: Administrator, entry: Entry, email: string, now: Date) {
  const db = getDb();
  const dates = await getNextDates(db, by, email, playingTime, now);
  return {
    name: entry.clientName,
    email,
    dates: dates.filter(({ of }) => of.id !== entry.id).slice(0, 4),
    owed: stillOwed(await getInvoicesPanel(db, by, { email }, now), entry.salesInvoiceId),
    isInvoiced: entry.salesInvoiceId !== null,
    notes: await getClientNotes(db, by, email),
    // A session that is over has its own button, which prevents a second invoice.
    canInvoice:
      entry.salesInvoiceId === null && entry.state !== "cancelled" && !canBeInvoiced(entry),
  };
}

export const action = answerForms<DiaryFormState>(entryActions);

export const clientAction = showAnswer<DiaryFormState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function DiaryEntryPage({ loaderData: found, actionData }: Route.ComponentProps) {
  const failure = actionData?.ok === false ? actionData.message : undefined;
  const { entry, series, starts, today, now } = found;
  const payAt = entry.state === "no-show" ? null : paymentUrl(found.money);
  const forms = { entry, series, starts, today, now, payAt, posted: actionData };
  const invoice = <SessionInvoice entry={entry} money={found.money} />;
  return (
    <article className="flex flex-col gap-8">
      <div>
        <BackLink to={diaryUrl(melbourneDay(entry.startsAt), false)}>Back to the Diary</BackLink>
        <EntryForms key={entry.version} {...forms}>
          <EntryHeader entry={entry} isClash={found.isClash} />
        </EntryForms>
      </div>
      {failure && (
        <FormMessage key={failure} ok={false}>
          {failure}
        </FormMessage>
      )}
      <DetailColumns
        side={
          <>
            {found.client && <BesideAppointment {...found.client} />}
            {found.link && <EntryLink entry={entry} link={found.link} />}
            <SeriesPanel {...forms} canIssue={found.money.canIssue} />
            <CancelAlike alike={found.alike} />
          </>
        }
      >
        {found.money.canInvoice && invoice}
        <EntryFacts entry={entry} />
        <EntryNote entry={entry} />
        {!found.money.canInvoice && invoice}
        <EntryHistory entry={entry} changes={found.changes} emails={found.emails} />
      </DetailColumns>
    </article>
  );
}

function EntryHeader({ entry, isClash: clashes }: { entry: Entry; isClash: boolean }) {
  const { title, clientName, student, note, spamReason, startsAt, endsAt } = entry;
  const who = student || clientName;
  return (
    <header className="whole w-full max-xl:mb-4 xl:w-auto xl:flex-[1_1_16rem]">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="display-3 wrap-anywhere">{who || title}</h1>
        <p className="flex flex-wrap gap-2">
          <Badge tone={toneOf(entry)}>{spamReason ? "Possible spam" : stateLabel(entry)}</Badge>
          {clashes && <Badge tone="bad">Clash</Badge>}
          {lacksLink(entry) && <Badge tone="bad">No link yet</Badge>}
        </p>
      </div>
      {who && <p className="mt-1 text-soft wrap-anywhere">{title}</p>}
      <p className="mt-2 font-semibold">{whenInWords(startsAt, endsAt)}</p>
      {note && (
        <section className="mt-3 max-w-xl border-l-4 border-brass pl-4">
          <h2 className="font-sans text-base text-soft">Client's note</h2>
          <p className="whitespace-pre-line wrap-anywhere">{note}</p>
        </section>
      )}
    </header>
  );
}

function toneOf({ state, spamReason, declined }: Entry) {
  if (state === "requested" || state === "held") return spamReason ? "bad" : "waiting";
  return state === "no-show" || state === "cancelled" || declined ? "bad" : "good";
}

function whenInWords(startsAt: Date, endsAt: Date): string {
  const [first, last] = [melbourneDay(startsAt), melbourneDay(endsAt)];
  if (![first, last].every(isDay)) return daysInWords(first, last);
  const [from, until] = [startsAt, endsAt].map((instant) => wallTime(instant).slice(11, 16));
  if (from === "00:00" && until === "00:00") return daysInWords(first, addDays(last, -1));
  const isOneDay = first === last || until === "00:00";
  if (isOneDay) return `${longDay(first)}, ${timeRange(from!, until!)}`;
  return `${longDay(first)}, ${timeRange(from!, null)} until ${longDay(last)}, ${until}`;
}

const daysInWords = (first: Day, last: Day) =>
  first === last ? longDay(first) : `${longDay(first)} until ${longDay(last)}`;

function EntryFacts({ entry }: { entry: Entry }) {
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
function EntryNote({ entry: { ownerNote } }: { entry: Entry }) {
  if (!ownerNote) return null;
  return (
    <section>
      <h2 className="display-3 mb-1">Your note</h2>
      <p className="whitespace-pre-line wrap-anywhere">{ownerNote}</p>
    </section>
  );
}

function EntryLink({ entry, link }: { entry: Entry; link: string }) {
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

type CancelAlikeProps = { alike: Alike };

function CancelAlike({ alike: { ofAddress, ofHour } }: CancelAlikeProps) {
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
