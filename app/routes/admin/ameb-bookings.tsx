import { data, href } from "react-router";
import { setBookingStatus } from "#app/features/ameb/commands.server.ts";
import { BookingsTable } from "#app/features/ameb/bookings-table.tsx";
import { listBookings } from "#app/features/ameb/queries.server.ts";
import { statusSchema } from "#app/features/ameb/schema.ts";
import { getDb } from "#app/server/db.server.ts";
import { type FormState, parseForm } from "#app/server/http.server.ts";
import { log } from "#app/server/log.server.ts";
import { Empty, LoadFailed } from "#app/ui/empty.tsx";
import { withToasts } from "#app/ui/form-toasts.ts";
import type { Route } from "./+types/ameb-bookings";
import { administrator } from "./administrator.server.ts";

export const handle = { title: "AMEB Bookings" };

export async function loader({ context }: Route.LoaderArgs) {
  try {
    return { bookings: await listBookings(getDb(), administrator(context)) };
  } catch (error) {
    log.error({ err: error }, "bookings not loaded");
    return { bookings: null };
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, statusSchema);
  if (!form.ok) return data<FormState>({ ok: false }, 422);
  try {
    const found = await setBookingStatus(getDb(), administrator(context), form.value);
    return found ? data<FormState>({ ok: true }) : data<FormState>({ ok: false, message: "This booking no longer exists." }, 404);
  } catch (error) {
    log.error({ err: error }, "status not saved");
    return data<FormState>({ ok: false }, 503);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withToasts(serverAction, { loading: "Updating status...", success: { title: "Status updated successfully!" }, failure: { title: "Failed to update status." } });
}

export default function AmebBookings({ loaderData: { bookings } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="display-3 mb-6">AMEB Bookings</h1>
      {bookings === null && <LoadFailed href={href("/admin/ameb-bookings")}>Failed to load AMEB bookings.</LoadFailed>}
      {bookings?.length === 0 && <Empty>No AMEB bookings found yet.</Empty>}
      {bookings && bookings.length > 0 && <BookingsTable bookings={bookings} />}
    </>
  );
}
