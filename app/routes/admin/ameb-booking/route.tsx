import { data, href, Link, useNavigation } from "react-router";
import {
  amebStatusToasts,
  bookingDeletion,
  bookingEditToasts,
} from "#app/features/ameb/admin/toasts.ts";
import { textsOf } from "#app/features/ameb/booking-edits.ts";
import { getBooking, getBookingHistory } from "#app/features/ameb/queries.server.ts";
import { InvoicePanel } from "#app/features/invoices/admin/invoice-panel.tsx";
import { getInvoicesPanel } from "#app/features/invoices/lists.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { DeletionAnswer, deletionToastsFor } from "#app/ui/admin/deletion.tsx";
import { DetailColumns } from "#app/ui/admin/page.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import { useLatestAnswer } from "#app/ui/use-latest-answer.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import type { AdminFormState } from "#app/routes/admin/deletion.server.ts";
import { BookingHeader, BookingFacts, BookingFamily, BookingHistory } from "./parts.tsx";
import { BookingForm, type BookingFormState } from "./form.tsx";
import type { Route } from "./+types/route";
import { answerBookingAction, saveBooking } from "./actions.server.ts";

export const handle = { title: "AMEB Booking" };

export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  try {
    const booking = await getBooking(getDb(), by, id);
    if (!booking) return data({ found: null, failed: false }, 404);
    const found = {
      booking,
      history: await getBookingHistory(getDb(), by, id),
      panel: await getInvoicesPanel(getDb(), by, { bookingId: id }),
      editing: new URL(request.url).searchParams.has("edit") && !booking.deletedAt,
      today: melbourneDay(new Date()),
    };
    return data({ found, failed: false });
  } catch (error) {
    log.error({ err: error }, "booking not loaded");
    return data({ found: null, failed: true }, 503);
  }
}

const isEdit = (form: FormData) => !form.has("intent") && !form.has("from");

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const by = currentAdministrator(context);
  if (isEdit(form)) return saveBooking(form, by, id);
  form.set("id", id);
  return answerBookingAction(form, by);
}

export async function clientAction({
  request,
  params: { id },
  serverAction,
}: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  if (isEdit(form)) return withToasts<BookingFormState>(serverAction, bookingEditToasts, id);
  return withToasts<AdminFormState>(
    serverAction,
    form.has("intent")
      ? deletionToastsFor(bookingDeletion, form, href("/admin/ameb-bookings/:id", { id }))
      : amebStatusToasts,
    id,
  );
}

export const shouldRevalidate = reloadAfterAnswer;

export default function AmebBookingPage({
  loaderData: { found, failed },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  const latest: AdminFormState | undefined = useLatestAnswer(actionData);
  if (!found)
    return (
      <div className="flex flex-col items-start gap-4">
        {failed && <p role="alert">Failed to load AMEB bookings.</p>}
        <p className="display-3 font-display">Booking not found.</p>
        <Link className="button quiet no-print" to={href("/admin/ameb-bookings")}>
          Back to AMEB Bookings
        </Link>
      </div>
    );
  const { booking, history, panel, editing, today } = found;
  const answer: BookingFormState & AdminFormState = actionData ?? { ok: true };
  const version = answer.version ?? booking.version;
  return (
    <article className="flex flex-col gap-8">
      <div>
        <BookingHeader booking={booking} invoices={panel.invoices} editing={editing} />
      </div>
      <DeletionAnswer
        asked={latest?.asked}
        name={booking.studentParentName}
        words={bookingDeletion}
      />
      {latest?.message && <FormMessage ok={latest.ok}>{latest.message}</FormMessage>}
      {editing ? (
        <BookingForm
          key={version}
          id={booking.id}
          seen={answer.seen ?? textsOf(booking)}
          version={version}
          today={today}
          posted={actionData}
          busy={busy}
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
          <BookingFacts booking={booking} today={today} />
          <InvoicePanel panel={panel}>
            {!booking.deletedAt && (
              <Link
                className="button quiet no-print self-start"
                to={`${href("/admin/money/new")}?booking=${booking.id}`}
              >
                New Invoice
              </Link>
            )}
          </InvoicePanel>
        </DetailColumns>
      )}
    </article>
  );
}
