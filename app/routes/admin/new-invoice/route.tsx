import { randomUUID } from "node:crypto";
import { data, href, Link, useNavigation } from "react-router";
import { invoiceValuesOf } from "#app/features/ameb/invoice-values.ts";
import { getBooking } from "#app/features/ameb/queries.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { getClientHistory } from "#app/features/clients/queries.server.ts";
import { issuingToasts, sentIssuingToasts } from "#app/features/invoices/copy.ts";
import { getBusinessDetails, isGstRegistered } from "#app/features/invoices/business.server.ts";
import { type InvoiceValues, newInvoiceLimits } from "#app/features/invoices/schema.ts";
import { issuingRefusal } from "#app/features/invoices/commands.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { FormFailure } from "#app/ui/form-messages.tsx";
import { withToasts } from "#app/ui/form-toasts.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { NewInvoiceForm } from "./form.tsx";
import type { Route } from "./+types/route";
import { answerNewInvoice } from "./actions.server.ts";

export const handle = { title: "New Invoice" };

/** An AMEB booking (`booking`) or a client (`client`) in the query fills the form. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const db = getDb();
  const asked = new URL(request.url).searchParams;
  const today = melbourneDay(new Date());
  const booking = asked.has("booking") ? await getBooking(db, by, asked.get("booking")!) : null;
  if (asked.has("booking") && !booking)
    throw data("There is no booking to write an invoice for.", 404);
  const initial: InvoiceValues = {
    dueOn: addDays(today, newInvoiceLimits.dueDays),
    ...(booking ? invoiceValuesOf(booking) : await clientValues(by, asked.get("client"))),
  };
  return {
    formKey: randomUUID(),
    initial,
    today,
    isRegistered: await isGstRegistered(db, today),
    refusal: issuingRefusal(await getBusinessDetails(db)),
    cancel: booking
      ? href("/admin/ameb-bookings/:id", { id: booking.id })
      : asked.get("client")
        ? href("/admin/clients/:email", { email: asked.get("client")! })
        : href("/admin/money"),
  };
}

async function clientValues(by: Administrator, email: string | null): Promise<InvoiceValues> {
  if (!email) return {};
  const { names } = await getClientHistory(getDb(), by, email);
  return { buyerName: names[0] ?? "", buyerEmail: email };
}

export function action({ request, context }: Route.ActionArgs) {
  return answerNewInvoice(request, currentAdministrator(context));
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  return withToasts(
    serverAction,
    form.get("intent") === "send" ? sentIssuingToasts : issuingToasts,
  );
}

export default function NewInvoicePage({
  loaderData: { refusal, ...form },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <>
      <BackLink to={href("/admin/money")}>Back to Money</BackLink>
      <h1 className="display-3 mb-6">New Invoice</h1>
      {refusal ? (
        <NotYet refusal={refusal} />
      ) : (
        <>
          <div className="mb-6 empty:hidden">
            <FormFailure state={actionData} />
          </div>
          <NewInvoiceForm {...form} posted={actionData} busy={busy} />
        </>
      )}
    </>
  );
}

function NotYet({ refusal }: { refusal: NonNullable<ReturnType<typeof issuingRefusal>> }) {
  return (
    <div className="flex max-w-3xl flex-col items-start gap-4">
      <p>
        {refusal === "off"
          ? "Invoicing is off, so there's nothing to issue yet. Turn it on in your business details."
          : "Your business details need your legal name, your ABN and how you're paid before you can issue an invoice."}
      </p>
      <Link to={href("/admin/money/settings")} className="button">
        Open Business Details
      </Link>
    </div>
  );
}
