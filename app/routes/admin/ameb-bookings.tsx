import { href, Link } from "react-router";
import { BookingsTable } from "#app/features/ameb/admin/bookings-table.tsx";
import { bookingDeletion, amebStatusToasts } from "#app/features/ameb/admin/toasts.ts";
import { bookingListShape, amebStatusLabels } from "#app/features/ameb/model.ts";
import { listBookings } from "#app/features/ameb/queries.server.ts";
import { overdueOfBookings } from "#app/features/invoices/panel.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { DeletionAnswer, deletionToastsFor } from "#app/ui/admin/deletion.tsx";
import { FilterDay, FilterMonth, FilterSelect } from "#app/ui/admin/list-filters.tsx";
import { isNarrowed, readListQuery } from "#app/ui/admin/list-query.ts";
import { ListTools } from "#app/ui/admin/list-tools.tsx";
import { NothingFound } from "#app/ui/admin/nothing-found.tsx";
import { PageHead } from "#app/ui/admin/page-head.tsx";
import { Pager } from "#app/ui/admin/pager.tsx";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import { useLatestAnswer } from "#app/ui/use-latest-answer.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { Route } from "./+types/ameb-bookings";
import { currentAdministrator } from "./administrator.server.ts";
import { answerBookingAction } from "./booking-actions.server.ts";
import type { AdminFormState } from "./deletion.server.ts";
import { orNull } from "./or-null.server.ts";

export const handle = { title: "AMEB Bookings" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const list = readListQuery(new URL(request.url).searchParams, bookingListShape);
  const today = melbourneDay(new Date());
  const by = currentAdministrator(context);
  try {
    const bookings = await listBookings(getDb(), by, list);
    const ids = bookings.rows.map(({ id }) => id);
    const overdue = (await orNull(overdueOfBookings(getDb(), by, ids))) ?? {};
    return { list, today, bookings, overdue };
  } catch (error) {
    log.error({ err: error }, "bookings not loaded");
    return { list, today, bookings: null, overdue: {} };
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerBookingAction(await readForm(request), currentAdministrator(context));
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  return withToasts<AdminFormState>(
    serverAction,
    form.has("intent")
      ? deletionToastsFor(bookingDeletion, form, href("/admin/ameb-bookings"))
      : amebStatusToasts,
    String(form.get("id")),
  );
}

export const shouldRevalidate = reloadAfterAnswer;

export default function AmebBookings({
  loaderData: { bookings, overdue, list, today },
  actionData,
}: Route.ComponentProps) {
  const answer = useLatestAnswer(actionData);
  return (
    <>
      <PageHead title="AMEB Bookings">
        <Link className="link py-2" to={href("/admin/calendar")}>
          Your calendar
        </Link>
      </PageHead>
      <DeletionAnswer
        asked={answer?.asked}
        deleted={answer?.deleted}
        name={bookings?.rows.find(({ id }) => id === answer?.asked)?.studentParentName}
        words={bookingDeletion}
      />
      {answer?.message && <FormMessage ok={answer.ok}>{answer.message}</FormMessage>}
      {bookings === null && (
        <LoadFailed href={href("/admin/ameb-bookings")}>Failed to load AMEB bookings.</LoadFailed>
      )}
      {bookings && (bookings.total > 0 || isNarrowed(list)) && (
        <ListTools
          label="Search bookings"
          noun="booking"
          list={list}
          shape={bookingListShape}
          total={bookings.total}
          exports="ameb-bookings"
        >
          <FilterSelect name="status" label="Status" list={list} options={amebStatusLabels} />
          <FilterMonth label="Exam in" list={list} />
          <FilterDay name="from" label="Exam from" list={list} />
          <FilterDay name="to" label="Exam to" list={list} />
        </ListTools>
      )}
      {bookings?.total === 0 &&
        (isNarrowed(list) ? <NothingFound /> : <EmptyList>No AMEB bookings found yet.</EmptyList>)}
      {bookings && bookings.total > 0 && (
        <BookingsTable bookings={bookings.rows} overdue={overdue} list={list} today={today} />
      )}
      {bookings && <Pager page={bookings.page} total={bookings.total} />}
    </>
  );
}
