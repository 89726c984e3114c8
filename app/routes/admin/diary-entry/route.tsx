import { href, redirect } from "react-router";
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
} from "#app/features/diary/model.ts";
import { diaryUrl } from "#app/features/diary/admin/agenda.ts";
import { paymentUrl, SessionInvoice } from "#app/features/diary/admin/session-invoice.tsx";
import { getSessionMoney } from "#app/features/diary/session-invoices.server.ts";
import type { DiaryFormState } from "#app/features/diary/admin/form-parts.tsx";
import {
  entryPage,
  getDiaryEntry,
  isClash,
  suggestStarts,
} from "#app/features/diary/admin/queries.server.ts";
import { stillOwed } from "#app/features/invoices/lists.ts";
import { getInvoicesPanel } from "#app/features/invoices/lists.server.ts";
import { playingTime } from "#app/features/quotes/kinds.ts";
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
import { EntryForms, SeriesPanel } from "./forms.tsx";
import { CancelAlike, EntryFacts, EntryLink, EntryNote, EntryHistory } from "./parts.tsx";
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
