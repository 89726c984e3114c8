import { Form, href, Link } from "react-router";
import { ComposeButton } from "#app/features/email/compose-dialog.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { DeleteButton } from "#app/ui/admin/deletion.tsx";
import { formatMoney } from "#app/values/money.ts";
import type { AmebBooking } from "#app/features/ameb/model.ts";
import { overdueOf, type PanelInvoice } from "#app/features/invoices/panel.ts";
import { StatusSelect } from "./status-select.tsx";
import { bookingDeletion } from "./toasts.ts";

export function BookingHeader({
  booking,
  invoices,
  editing,
}: {
  booking: AmebBooking;
  invoices: readonly PanelInvoice[];
  editing: boolean;
}) {
  const { id, candidateName, studentParentName, examBoardGrade, deletedAt } = booking;
  const who = candidateName || studentParentName;
  return (
    <>
      {editing ? (
        <BackLink to={href("/admin/ameb-bookings/:id", { id })}>{`Back to ${who}`}</BackLink>
      ) : (
        <BackLink to={href("/admin/ameb-bookings")}>Back to AMEB Bookings</BackLink>
      )}
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="display-3 wrap-anywhere">{who}</h1>
          <p className="text-soft wrap-anywhere">
            {editing && "Editing · "}
            {examBoardGrade}
          </p>
          <Overdue invoices={invoices} />
        </div>
        {!editing && !deletedAt && <Actions booking={booking} />}
      </header>
      {deletedAt && <Deleted />}
    </>
  );
}

function Overdue({ invoices }: { invoices: readonly PanelInvoice[] }) {
  const oldest = invoices.find(({ state }) => state === "overdue");
  if (!oldest) return null;
  return (
    <p className="mt-2 pointer-coarse:mt-0">
      <Link
        to={href("/admin/money/invoices/:id", { id: oldest.id })}
        className="link tall *:underline *:underline-offset-2"
      >
        <Badge tone="bad">{`${formatMoney(overdueOf(invoices))} overdue`}</Badge>
      </Link>
    </p>
  );
}

const actionsClass = [
  "no-print grid grid-cols-2 items-center gap-3 max-sm:w-full sm:flex",
  "[&_select]:min-h-12 [&_select]:max-sm:w-full lg:pointer-fine:[&_select]:min-h-10",
].join(" ");

function Actions({ booking }: { booking: AmebBooking }) {
  const { id, examDate, studentParentName } = booking;
  const edit = (
    <Link key="edit" className={`button ${examDate ? "quiet" : ""}`} to="?edit">
      {examDate ? "Edit" : "Enter the date"}
    </Link>
  );
  const reply = (
    <ComposeButton
      key="reply"
      kind="ameb-bookings"
      id={id}
      className={`button max-sm:w-full ${examDate ? "" : "quiet"}`}
    >
      Reply
    </ComposeButton>
  );
  return (
    <div className={actionsClass}>
      <StatusSelect booking={booking} />
      {examDate ? [reply, edit] : [edit, reply]}
      <DeleteButton
        id={id}
        name={`the booking of ${studentParentName}`}
        question={bookingDeletion.question(studentParentName)}
        className="button quiet away max-sm:w-full sm:-mr-4.5"
      />
    </div>
  );
}

function Deleted() {
  return (
    <Form
      method="post"
      className="flex flex-wrap items-center gap-4 border-l-4 border-danger bg-raised p-4"
    >
      <p>This booking is deleted.</p>
      <button type="submit" name="intent" value="restore" className="button">
        Restore
      </button>
    </Form>
  );
}
