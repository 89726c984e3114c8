import { href } from "react-router";
import { PageLink, RecordLink } from "#app/ui/admin/access.tsx";
import { ComposeButton } from "#app/features/email/admin/composer.tsx";
import { EmptyList } from "#app/ui/empty-list.tsx";
import { recordPages } from "#app/ui/admin/record-pages.ts";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { unbroken } from "#app/values/unbroken.ts";
import { InvoicePanel } from "#app/features/ledger/invoice-panel.tsx";
import type { InvoicesPanel } from "#app/features/ledger/lists.ts";
import type { NextDate, ClientNotes } from "./model.ts";
import type { HistoryEntry } from "./queries.server.ts";

export function ClientHistory({ entries }: { entries: readonly HistoryEntry[] }) {
  return (
    <>
      <h2 className="display-3 mb-2">History</h2>
      {entries.length === 0 && <EmptyList>No messages, bookings, quotes or emails yet.</EmptyList>}
      <ol aria-label="Client history" className="flex flex-col">
        {entries.map((entry) => (
          <Entry key={`${entry.kind} ${entry.id} ${entry.title} ${Number(entry.at)}`} {...entry} />
        ))}
      </ol>
    </>
  );
}

function Entry({ kind, id, at, title, text }: HistoryEntry) {
  return (
    <li className="grid border-t border-line py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-6">
      <p className="text-base text-soft sm:col-start-2 sm:row-start-1 [&>time]:first-letter:uppercase">
        <When at={at} />
      </p>
      <p className="font-semibold wrap-anywhere sm:col-start-1 sm:row-start-1">
        <RecordLink className="link tall" to={recordPages[kind](id)}>
          {unbroken(title)}
        </RecordLink>
      </p>
      <p className="col-start-1 whitespace-pre-line wrap-anywhere first-letter:uppercase">
        {unbroken(text)}
      </p>
      {(kind === "message" || kind === "booking") && (
        <ComposeButton
          kind={kind === "message" ? "inbox" : "ameb-bookings"}
          id={id}
          className="link tall col-start-1 justify-self-start cursor-pointer"
        >
          Reply
        </ComposeButton>
      )}
    </li>
  );
}

export function NextDates({ dates, email }: { dates: readonly NextDate[]; email: string }) {
  return (
    <div className="flex flex-col gap-3">
      {dates.length === 0 && <p className="text-soft">Nothing coming up.</p>}
      <ul className="empty:hidden">
        {dates.map(({ key, day, what, of }) => (
          <li key={key} className="border-t border-line py-2 text-base">
            <RecordLink
              to={recordPages[of.kind](of.id)}
              className="flex flex-wrap items-baseline gap-x-4 hover:text-accent"
            >
              <span className="font-semibold whitespace-nowrap">
                <OnDay day={day} />
              </span>
              <span className="wrap-anywhere">{what}</span>
            </RecordLink>
          </li>
        ))}
      </ul>
      <PageLink
        className="link tall no-print self-start"
        to={`${href("/admin/diary/new")}?${new URLSearchParams({ client: email })}`}
      >
        New appointment
      </PageLink>
    </div>
  );
}

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
          <PageLink
            to={`${href("/admin/money/new")}?${new URLSearchParams({ client: email })}`}
            className="link tall no-print self-start"
          >
            New invoice
          </PageLink>
        )}
      </InvoicePanel>
    </>
  );
}
