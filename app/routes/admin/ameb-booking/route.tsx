import { href } from "react-router";
import { PageLink } from "#app/ui/admin/access.tsx";
import { bookingDeletion } from "#app/features/ameb/booking-edits.ts";
import {
  getBooking,
  getBookingHistory,
  readExamPlaces,
  listMusic,
} from "#app/features/ameb/queries.server.ts";
import { getReminderStatus } from "#app/features/reminders/plan.server.ts";
import { RemindersAhead } from "#app/features/reminders/reminder-status.tsx";
import { InvoicePanel } from "#app/features/ledger/invoice-panel.tsx";
import { getInvoicesPanel } from "#app/features/ledger/lists.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { DeletionAnswer } from "#app/ui/admin/deletion.tsx";
import { DetailColumns } from "#app/ui/admin/page.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { useLatestAnswer } from "#app/ui/use-latest-answer.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { answerForms } from "#app/routes/admin/form-actions.server.ts";
import { loadRecord } from "#app/routes/admin/load.server.ts";
import { BookingHeader, BookingFacts, BookingFamily, BookingHistory } from "./parts.tsx";
import { BookingForm, type BookingFormState } from "./form.tsx";
import type { Route } from "./+types/route";
import { bookingActions, bookingReminderActions, saveBooking } from "./actions.server.ts";

export const handle = { title: "AMEB Booking" };

const missing = {
  message: "Booking not found.",
  back: { to: href("/admin/ameb-bookings"), label: "Back to AMEB Bookings" },
};

export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  return loadRecord("Failed to load AMEB bookings.", missing, async () => {
    const booking = await getBooking(getDb(), by, id);
    return (
      booking && {
        booking,
        reminders: await getReminderStatus(getDb(), by, { kind: "booking", id }),
        music: await listMusic(getDb(), id),
        places: await readExamPlaces(getDb()),
        history: await getBookingHistory(getDb(), by, id),
        panel: await getInvoicesPanel(getDb(), by, { bookingId: id }),
        editing: new URL(request.url).searchParams.has("edit") && !booking.deletedAt,
        today: melbourneDay(new Date()),
      }
    );
  });
}

export const action = answerForms<BookingFormState>(
  { ...bookingActions, ...bookingReminderActions, edit: saveBooking },
  (form) => (form.has("from") ? "status" : "edit"),
);

export const clientAction = showAnswer<BookingFormState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function AmebBookingPage({
  loaderData: { booking, music, reminders, places, history, panel, editing, today },
  actionData,
}: Route.ComponentProps) {
  const latest = useLatestAnswer(actionData);
  return (
    <article className="flex flex-col gap-8">
      <div>
        <BookingHeader booking={booking} invoices={panel.invoices} editing={editing} />
      </div>
      {!editing && <RemindersAhead status={reminders} />}
      <DeletionAnswer
        asked={latest?.asked}
        name={booking.studentParentName}
        words={bookingDeletion}
      />
      {latest?.message && !latest.deleted && (
        <FormMessage ok={latest.ok}>{latest.message}</FormMessage>
      )}
      {editing ? (
        <BookingForm
          key={actionData?.values?.version ?? booking.version}
          booking={booking}
          places={places}
          today={today}
          posted={actionData}
        />
      ) : (
        <DetailColumns
          side={
            <>
              <BookingFamily booking={booking} />
              <BookingHistory {...history} createdAt={booking.createdAt} />
            </>
          }
        >
          <BookingFacts booking={booking} music={music} places={places} today={today} />
          <InvoicePanel panel={panel}>
            {!booking.deletedAt && (
              <PageLink
                className="button quiet no-print self-start"
                to={`${href("/admin/money/new")}?booking=${booking.id}`}
              >
                New Invoice
              </PageLink>
            )}
          </InvoicePanel>
        </DetailColumns>
      )}
    </article>
  );
}
