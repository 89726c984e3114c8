import { href, Link } from "react-router";
import { InvoicePanel } from "#app/features/invoices/admin/invoice-panel.tsx";
import type { InvoicesPanel } from "#app/features/invoices/panel.ts";
import { NextDates } from "./history.tsx";
import type { ClientNotes, NextDate } from "./model.ts";

type BesideProps = {
  name: string | null;
  email: string;
  dates: readonly NextDate[];
  owed: InvoicesPanel;
  /** Whether the page shows the appointment's own invoice. */
  isInvoiced: boolean;
  notes: ClientNotes;
  canInvoice: boolean;
};

export function BesideAppointment({
  name,
  email,
  dates,
  owed,
  isInvoiced,
  notes: { notes },
  canInvoice,
}: BesideProps) {
  return (
    <>
      {notes && (
        <section>
          <h2 className="display-3 mb-2">Notes on {name || email}</h2>
          <p className="text-base whitespace-pre-line wrap-anywhere">{notes}</p>
        </section>
      )}
      <section>
        <h2 className="display-3 mb-2">{dates.length > 0 ? "Next dates" : "Other dates"}</h2>
        <NextDates dates={dates} email={email} />
      </section>
      <InvoicePanel
        panel={owed}
        heading={isInvoiced ? "Other invoices" : "Invoices"}
        none={isInvoiced ? "Nothing else to pay." : "Nothing to pay."}
      >
        {canInvoice && (
          <Link
            to={`${href("/admin/money/new")}?${new URLSearchParams({ client: email })}`}
            className="link tall no-print self-start"
          >
            New invoice
          </Link>
        )}
      </InvoicePanel>
    </>
  );
}
