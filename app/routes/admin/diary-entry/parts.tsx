import { Form, href, Link } from "react-router";
import type { ShownOverlaps } from "#app/features/diary/overlaps.server.ts";
import { canBeNoShow, type Entry, isUpcoming, diaryWords } from "#app/features/diary/model.ts";
import { ComposeButton } from "#app/features/email/admin/composer.tsx";
import { ChangeLines, Timeline, useEntries } from "#app/routes/admin/timeline.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { apartClass } from "#app/ui/admin/folded.tsx";
import { OverlapQuestion } from "#app/features/appointments/form-parts.tsx";
import { When } from "#app/ui/admin/when.tsx";
import type { EntryDetails } from "#app/features/appointments/queries.server.ts";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import { PageLink, RecordLink, useAccess } from "#app/ui/admin/access.tsx";
import type { getSessionMoney } from "#app/features/appointments/session-invoices.server.ts";
import { InvoiceBadge } from "#app/features/ledger/invoice-panel.tsx";
import { paymentMethodLabels } from "#app/features/invoices/model.ts";
import { formatMoney } from "#app/values/money.ts";

type ActionsProps = { entry: Entry };
type AnswerProps = ActionsProps & { overlaps: ShownOverlaps | undefined };

export function EntryAnswer({ entry, overlaps }: AnswerProps) {
  if (entry.state !== "requested") return null;
  if (entry.spamReason)
    return (
      <ActionButton entry={entry} intent="release" loading="Booking..." isMain>
        It's real
      </ActionButton>
    );
  if (!isUpcoming(entry)) return null;
  return (
    <ActionButton entry={entry} intent="confirm" loading="Confirming..." overlaps={overlaps} isMain>
      Confirm
    </ActionButton>
  );
}

export function DiaryEntryActions({ entry, now }: ActionsProps & { now: Date }) {
  return (
    <>
      {entry.state === "no-show" && (
        <ActionButton entry={entry} intent="came">
          They came after all
        </ActionButton>
      )}
      {entry.kind === "appointment" && entry.clientEmail && !entry.spamReason && (
        <ComposeButton kind="appointments" id={entry.id} className={`button quiet w-full ${small}`}>
          Write
        </ComposeButton>
      )}
      {canBeNoShow(entry, now) && <NoShow entry={entry} />}
      {entry.state === "requested" && entry.spamReason && (
        <ActionButton entry={entry} intent="dismiss" loading="Deleting..." isAway>
          Delete
        </ActionButton>
      )}
    </>
  );
}

const small = "min-h-11! px-4! max-sm:px-2!";

type ActionButtonProps = {
  entry: Entry;
  intent: string;
  loading?: string;
  /** Overlaps that came since the request; the owner is asked about them. */
  overlaps?: ShownOverlaps | undefined;
  isMain?: boolean;
  isAway?: boolean;
  children: string;
};

function ActionButton({
  entry,
  intent,
  loading,
  overlaps,
  isMain = false,
  isAway = false,
  children,
}: ActionButtonProps) {
  return (
    <Form
      method="post"
      data-loading={loading}
      className={isMain ? "main" : isAway ? apartClass : undefined}
    >
      <input type="hidden" name="version" value={entry.version} />
      <input type="hidden" name="intent" value={intent} />
      <OverlapQuestion overlaps={overlaps} yes="Confirm Anyway" />
      <SubmitButton
        className={`button w-full ${small} ${isMain ? "" : "quiet"} ${isAway ? "away" : ""}`}
      >
        {children}
      </SubmitButton>
    </Form>
  );
}

function NoShow({ entry }: { entry: Entry }) {
  return (
    <ConfirmedAction
      id="ask-no-show"
      label="No-show"
      className={`button quiet away ${small} ${apartClass}`}
      question="Nobody came?"
      yes="Mark as a no-show"
      values={{ intent: "no-show", version: entry.version }}
    >
      <p>Your client isn't told. You can take it back.</p>
    </ConfirmedAction>
  );
}

type HistoryProps = Pick<EntryDetails, "entry" | "changes" | "emails">;

export function EntryHistory({ entry, changes, emails }: HistoryProps) {
  const entries = useEntries(changes, emails, (change) => (
    <>
      <span className="inline-block first-letter:uppercase">{change.action}</span>
      {change.before && <ChangeLines change={change} words={diaryWords} className="text-base" />}
    </>
  ));
  return (
    <Timeline entries={entries}>
      {!changes.some(({ action }) => firstActions.has(action)) && (
        <li className="wrap-anywhere">
          {wasRequested(entry, changes) ? "Requested" : "Entered"}
          <span className="block text-sm text-soft first-letter:uppercase">
            <When at={entry.createdAt} />
          </span>
        </li>
      )}
    </Timeline>
  );
}

/** Missing after two years (the log's limit) and for entries that another program wrote. */
const firstActions = new Set(["requested", "booked", "added"]);

const wasRequested = ({ state, declined }: Entry, changes: EntryDetails["changes"]) =>
  state === "requested" || declined || changes.some(({ action }) => action === "confirmed");

export function paymentUrl({ invoice }: SessionInvoiceProps["money"]): string | null {
  const isOwed = invoice && ["open", "overdue", "part-paid"].includes(invoice.state);
  return isOwed ? href("/admin/money/invoices/:id", { id: invoice.id }) : null;
}

type SessionInvoiceProps = {
  entry: Pick<Entry, "state" | "price" | "clientEmail" | "version">;
  money: Awaited<ReturnType<typeof getSessionMoney>>;
};

export function SessionInvoice({ entry, money }: SessionInvoiceProps) {
  const { isOwner } = useAccess();
  const { invoice, invoiced, credit, others } = money;
  const canInvoice = isOwner && money.canInvoice;
  const canPay = isOwner && money.canPay;
  const refusal = isOwner && money.refusal;
  const isEmpty = !invoice && !canInvoice && !canPay && !refusal && !credit;
  if (isEmpty && others.length === 0) return null;
  const missed = entry.state === "no-show" && invoice && !invoice.voidedAt;
  return (
    <section className="flex flex-col items-start gap-3">
      <h2 className="display-3 font-display">Invoice</h2>
      {credit && entry.clientEmail && (
        <p>
          {credit.isBack ? "Back in a" : "From a"}{" "}
          <Link className="link" to={href("/admin/clients/:email", { email: entry.clientEmail })}>
            package
          </Link>
          : {credit.left} of {credit.of} left.
        </p>
      )}
      {others.map((other) => (
        <p key={other}>{`Their package of ${other}.`}</p>
      ))}
      {invoice && (
        <>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <RecordLink
              className="link font-semibold"
              to={href("/admin/money/invoices/:id", { id: invoice.id })}
            >
              {invoice.number}
            </RecordLink>
            <span className="tabular-nums">{formatMoney(invoice.total)}</span>
            <InvoiceBadge state={invoice.state} />
          </p>
          {invoiced !== null && invoiced !== entry.price && !invoice.voidedAt && (
            <p>
              It asks for {formatMoney(invoiced)}, and stays as it is: void or credit it if the new
              price counts.
            </p>
          )}
          {missed && <p>It was issued, though nobody came: void or credit it if nothing is due.</p>}
        </>
      )}
      {canInvoice && (
        <Form method="post" className="flex flex-col items-start gap-2">
          <input type="hidden" name="version" value={entry.version} />
          <SubmitButton name="intent" value="invoice" loading="Invoicing..." busy="Working...">
            Invoice This Session
          </SubmitButton>
          <span className="text-soft">
            {entry.clientEmail
              ? `${entry.clientEmail} gets an invoice for ${formatMoney(entry.price ?? 0)} by email.`
              : `It's for ${formatMoney(entry.price ?? 0)}. There's no email address to send it to.`}
          </span>
        </Form>
      )}
      {canPay && <PaidAtSession entry={entry} />}
      {refusal && (
        <p className="text-soft">
          {refusal === "off" ? "Invoicing is off." : "Your business details aren't complete yet."}{" "}
          <PageLink className="link" to={href("/admin/money/settings")}>
            Business details
          </PageLink>
        </p>
      )}
    </section>
  );
}

const atSession = ["cash", "bank-transfer", "payid", "card"] as const;

function PaidAtSession({ entry }: Pick<SessionInvoiceProps, "entry">) {
  return (
    <Form method="post" className="flex flex-col items-start gap-2">
      <input type="hidden" name="intent" value="paid" />
      <input type="hidden" name="version" value={entry.version} />
      <p id="paid-by">{`${formatMoney(entry.price ?? 0)} paid already, by`}</p>
      <p role="group" aria-labelledby="paid-by" className="flex flex-wrap gap-3">
        {atSession.map((method) => (
          <SubmitButton key={method} name="method" value={method} className="button quiet">
            {paymentMethodLabels[method]}
          </SubmitButton>
        ))}
      </p>
      <span className="text-soft">
        Its invoice is made as paid.{entry.clientEmail && " They get a receipt."}
      </span>
    </Form>
  );
}
