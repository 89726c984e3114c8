import { randomUUID } from "node:crypto";
import { data, href, Link, redirect } from "react-router";
import { invoiceValuesOf } from "#app/features/ameb/exam-day.server.ts";
import { getBooking } from "#app/features/ameb/queries.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { getClientHistory } from "#app/features/clients/queries.server.ts";
import { getBusinessDetails, isGstRegistered } from "#app/features/business/queries.server.ts";
import {
  changedLines,
  type InvoiceValues,
  newInvoiceLimits,
  newInvoiceSchema,
} from "#app/features/invoices/schema.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { notIssued, issueNewInvoice } from "#app/features/invoices/commands.server.ts";
import { issuingRefusal } from "#app/features/business/model.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { type FormState, readForm, typedValues } from "#app/server/http/forms.server.ts";
import { invoicesOfBookings } from "#app/features/invoices/queries.server.ts";
import { salesInvoices } from "#app/server/database/tables.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { FormFailure } from "#app/ui/form-messages.tsx";
import { showAnswer } from "#app/ui/show-answer.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { answerForms, ownerAction } from "#app/routes/admin/form-actions.server.ts";
import { readPriceHistory } from "#app/features/services/queries.server.ts";
import { NewInvoiceForm } from "./form.tsx";
import type { Route } from "./+types/route";

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
    ...(booking
      ? invoiceValuesOf(booking, await readPriceHistory(db))
      : await clientValues(by, asked.get("client"))),
  };
  return {
    formKey: randomUUID(),
    initial,
    today,
    isRegistered: await isGstRegistered(db, today),
    known: booking ? await db.$count(salesInvoices, invoicesOfBookings([booking.id])) : 0,
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

export async function action(args: Route.ActionArgs) {
  const typed = typedValues(await readForm(args.request));
  const values = typed.intent === "total" ? typed : changedLines(typed);
  if (values) return data<FormState>({ ok: true, values });
  const bookingId = new URL(args.request.url).searchParams.get("booking");
  const actions = { send: issue(true, bookingId), issue: issue(false, bookingId) };
  return answerForms(actions, () => "issue")(args);
}

const issue = (send: boolean, bookingId: string | null) =>
  ownerAction({
    schema: newInvoiceSchema,
    failure: "Failed to issue the invoice.",
    async run({ db, by, input, values }) {
      const { key } = guardOf(values);
      const known = Number(values.known) || 0;
      const result = await issueNewInvoice(
        db,
        by,
        input,
        { send, bookingId, known },
        new Date(),
        key,
      );
      if (!result.ok && result.reason === "another")
        return { ...notIssued(result), values: { ...values, known: String(result.known) } };
      if (!result.ok) return notIssued(result);
      return redirect(href("/admin/money/invoices/:id", { id: result.invoice.id }), 303);
    },
  });

export const clientAction = showAnswer;

export default function NewInvoicePage({
  loaderData: { refusal, ...form },
  actionData,
}: Route.ComponentProps) {
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
          <NewInvoiceForm {...form} posted={actionData} />
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
