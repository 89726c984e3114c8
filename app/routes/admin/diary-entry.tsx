import { data, href, Link, redirect, useNavigation } from "react-router";
import { getNextDates } from "#app/features/clients/next-dates.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { BesideAppointment } from "#app/features/clients/beside-appointment.tsx";
import { getClientNotes } from "#app/features/clients/notes.server.ts";
import { type Entry, isUpcoming } from "#app/features/diary/model.ts";
import { CancelAlike } from "#app/features/diary/admin/cancel-alike.tsx";
import { EntryFacts, EntryLink, EntryNote } from "#app/features/diary/admin/entry-facts.tsx";
import { diaryUrl } from "#app/features/diary/admin/diary-nav.tsx";
import { EntryForms } from "#app/features/diary/admin/entry-forms.tsx";
import { EntryHeader } from "#app/features/diary/admin/entry-header.tsx";
import { EntryHistory } from "#app/features/diary/admin/entry-history.tsx";
import { SeriesPanel } from "#app/features/diary/admin/series-panel.tsx";
import { paymentUrl, SessionInvoice } from "#app/features/diary/admin/session-invoice.tsx";
import { canBeInvoiced } from "#app/features/diary/session-lines.ts";
import { getSessionMoney } from "#app/features/diary/owner-invoices.server.ts";
import type { DiaryFormState } from "#app/features/diary/admin/form-state.ts";
import { entryPage, getDiaryEntry, isClash } from "#app/features/diary/admin/queries.server.ts";
import { suggestStarts } from "#app/features/diary/admin/suggestions.server.ts";
import { entryToasts, isEntryIntent } from "#app/features/diary/admin/toasts.ts";
import { stillOwed } from "#app/features/invoices/panel.ts";
import { getInvoicesPanel } from "#app/features/invoices/panel.server.ts";
import { playingTime } from "#app/features/quotes/hours.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { log } from "#app/server/log.server.ts";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { DetailColumns } from "#app/ui/admin/detail-columns.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { Route } from "./+types/diary-entry";
import { currentAdministrator } from "./administrator.server.ts";
import { answerEntryAction } from "./diary-entry-actions.server.ts";

export const handle = { title: "Diary" };

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const db = getDb();
  const now = new Date();
  try {
    const details = await getDiaryEntry(db, by, id, now);
    if (!details) return data({ found: null, failed: false }, 404);
    const { entry, service } = details;
    if (entry.quoteId || entry.amebBookingId) throw redirect(entryPage(entry), 302);
    const email = entry.clientEmail;
    const found = {
      ...details,
      money: await getSessionMoney(db, by, entry),
      client: email && !entry.spamReason ? await clientOf(by, entry, email, now) : null,
      isClash: await isClash(db, by, entry),
      starts:
        service && isUpcoming(entry)
          ? await suggestStarts(db, by, service, { moving: entry }, now)
          : [],
      link: entry.token && absoluteUrl(href("/appointments/:token", { token: entry.token })),
      today: melbourneDay(now),
      now,
    };
    return data({ found, failed: false });
  } catch (error) {
    if (error instanceof Response) throw error;
    log.error({ err: error }, "diary entry not loaded");
    return data({ found: null, failed: true }, 503);
  }
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

export const action = ({ request, params: { id }, context }: Route.ActionArgs) =>
  answerEntryAction(request, currentAdministrator(context), id);

export async function clientAction({
  request,
  params: { id },
  serverAction,
}: Route.ClientActionArgs) {
  const intent = (await request.clone().formData()).get("intent");
  const toasts = entryToasts[isEntryIntent(intent) ? intent : "edit"];
  return withToasts<DiaryFormState>(serverAction, toasts, id);
}

export const shouldRevalidate = reloadAfterAnswer;

export default function DiaryEntryPage({
  loaderData: { found, failed },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  if (!found)
    return (
      <div className="flex flex-col items-start gap-4">
        {failed && <p role="alert">Failed to load the diary.</p>}
        <p className="display-3 font-display">There's no such entry.</p>
        <Link className="button quiet" to={href("/admin/diary")}>
          Back to the Diary
        </Link>
      </div>
    );
  const { entry, series, starts, today, now } = found;
  const payAt = entry.state === "no-show" ? null : paymentUrl(found.money);
  const forms = { entry, series, starts, today, now, payAt, posted: actionData, busy };
  const invoice = <SessionInvoice entry={entry} money={found.money} busy={busy} />;
  return (
    <article className="flex flex-col gap-8">
      <div>
        <BackLink to={diaryUrl(melbourneDay(entry.startsAt), false)}>Back to the Diary</BackLink>
        <EntryForms key={entry.version} {...forms}>
          <EntryHeader entry={entry} isClash={found.isClash} />
        </EntryForms>
      </div>
      {actionData?.message && (
        <FormMessage key={actionData.message} ok={actionData.ok}>
          {actionData.message}
        </FormMessage>
      )}
      <DetailColumns
        side={
          <>
            {found.client && <BesideAppointment {...found.client} />}
            {found.link && <EntryLink entry={entry} link={found.link} busy={busy} />}
            <SeriesPanel {...forms} canIssue={found.money.canIssue} />
            <CancelAlike alike={found.alike} busy={busy} />
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
