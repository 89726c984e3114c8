import { href } from "react-router";
import { ComposeButton } from "#app/features/email/compose-dialog.tsx";
import { type Invoice, type InvoiceState, isToSend } from "#app/features/invoices/model.ts";
import { guardNames } from "#app/features/intake/model.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";

const small = "min-h-11! px-4!";
const quiet = `button quiet ${small}`;

const groupClass = [
  "no-print mt-6 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap",
  "xl:col-start-2 xl:row-start-2 xl:mt-2 xl:justify-end",
].join(" ");

type ActionsProps = {
  invoice: Invoice;
  state: InvoiceState;
  wasSent: boolean;
  formKey: string;
  busy: boolean;
};

export function InvoiceActions({ invoice, state, wasSent, formKey, busy }: ActionsProps) {
  const { slug, number, buyerEmail } = invoice;
  if (!number || !slug) return null;
  const isClosed = state === "void" || state === "refunded";
  const isNote = state === "credit-note";
  const isSendable = buyerEmail !== "" && !isClosed;
  return (
    <div className={groupClass}>
      {isSendable && (
        <ConfirmedAction
          id="ask-send"
          label={wasSent ? "Send Again" : isNote ? "Send Credit Note" : "Send Invoice"}
          className={isToSend(invoice, state, wasSent) ? `button ${small}` : quiet}
          question={`Email ${number} to ${buyerEmail}?`}
          yes="Yes, send it"
          values={{ intent: "send", [guardNames.key]: formKey }}
          busy={busy}
        >
          <p>
            {isNote
              ? "The email says what it takes off and what's left to pay, and has it attached as a PDF."
              : "The email says how to pay, and has the invoice attached as a PDF."}
          </p>
          {wasSent && <p>They've had it before.</p>}
        </ConfirmedAction>
      )}
      <ComposeButton kind="invoices" id={invoice.id} className={`${quiet} w-full`}>
        Compose Email
      </ComposeButton>
      <a
        href={href("/invoices/:slug", { slug })}
        target="_blank"
        rel="noopener noreferrer"
        className={quiet}
      >
        View Public Page<span className="sr-only"> (opens in a new tab)</span>
      </a>
      <a
        href={href("/invoices/:slug/invoice.pdf", { slug })}
        className={`${quiet} ${isSendable ? "" : "max-sm:col-span-2"}`}
      >
        Download PDF
      </a>
    </div>
  );
}
