import type { ReactNode } from "react";
import { Form, href, Link } from "react-router";
import { guardNames } from "#app/features/intake/model.ts";
import type { Invoice } from "#app/features/invoices/model.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { formatMoney } from "#app/values/money.ts";
import { formatCount } from "#app/values/wording.ts";

type Listed = Pick<Invoice, "id" | "number" | "buyerName" | "total">;
type ListProps = { invoices: readonly Listed[]; busy: boolean };

const small = "button quiet min-h-11! px-4!";

const countOf = (invoices: readonly Listed[], which = "") =>
  `${formatCount(invoices.length)}${which} invoice${invoices.length === 1 ? "" : "s"}`;

export function SentWithEarlierDetails({
  invoices,
  busy,
  formKey,
}: ListProps & { formKey: string }) {
  const send = (label: ReactNode, ids: readonly string[]) => (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="ids" value={ids.join(" ")} />
      <input type="hidden" name={guardNames.key} value={formKey} />
      <button type="submit" disabled={busy} className={small}>
        {label}
      </button>
    </Form>
  );
  const all = invoices.map(({ id }) => id);
  return (
    <InvoiceList
      id="earlier-details"
      heading="Sent with your earlier bank details"
      invoices={invoices}
      renderAction={({ id, number }) => send(<Named label="Send Again" of={number} />, [id])}
    >
      <p className="max-w-prose text-soft">
        {countOf(invoices, " open")} went out before your bank details changed. The clients' pages
        have the new ones. Send each again, so your clients hear it from you.
      </p>
      {all.length > 1 && send("Send All Again", all)}
    </InvoiceList>
  );
}

export function IssuedWithoutGst({ invoices, busy }: ListProps) {
  return (
    <InvoiceList
      id="without-gst"
      heading="Issued without GST"
      invoices={invoices}
      renderAction={({ id, number, total }) => (
        <ConfirmedAction
          id={`reissue-${id}`}
          label="Issue with GST"
          describes={`in place of ${number}`}
          className={small}
          question={`Issue ${number} again as a tax invoice?`}
          yes="Issue Tax Invoice"
          values={{ intent: "reissue", id }}
          busy={busy}
        >
          <p>
            A tax invoice over the same {formatMoney(total)}, GST included, takes its place. What
            was paid counts for the new one.
          </p>
          <p>If {number} was sent, your client gets the new one by email. This can't be undone.</p>
        </ConfirmedAction>
      )}
    >
      <p className="max-w-prose text-soft">
        {invoices.length === 1 ? "This invoice was" : `These ${countOf(invoices)} were`} issued
        without GST for dates on which you're registered. You owe the GST in{" "}
        {invoices.length === 1 ? "it" : "them"} all the same.
      </p>
    </InvoiceList>
  );
}

const Named = ({ label, of }: { label: string; of: string | null }) => (
  <>
    {label}
    <span className="sr-only">: {of}</span>
  </>
);

const rowClass =
  "flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-2 first:border-t-0";

type InvoiceListProps = {
  id: string;
  heading: string;
  invoices: readonly Listed[];
  renderAction: (invoice: Listed) => ReactNode;
  children: ReactNode;
};

function InvoiceList({ id, heading, invoices, renderAction, children }: InvoiceListProps) {
  if (invoices.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex max-w-3xl flex-col items-start gap-3">
      <h2 id={id} className="display-3">
        {heading}
      </h2>
      {children}
      <ul className="w-full border-y border-line">
        {invoices.map((invoice) => (
          <li key={invoice.id} className={rowClass}>
            <span className="wrap-anywhere">
              <Link
                to={href("/admin/money/invoices/:id", { id: invoice.id })}
                className="link font-semibold"
              >
                {invoice.number}
              </Link>{" "}
              {invoice.buyerName} · {formatMoney(invoice.total)}
            </span>
            {renderAction(invoice)}
          </li>
        ))}
      </ul>
    </section>
  );
}
