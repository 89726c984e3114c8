import { Form, href, Link } from "react-router";
import { RecordLink, useAccess } from "#app/ui/admin/access.tsx";
import { ComposeButton } from "#app/features/email/admin/composer.tsx";
import { OwedBadge, InvoiceBadge } from "#app/features/ledger/invoice-panel.tsx";
import type { InvoicesPanel } from "#app/features/ledger/lists.ts";
import { EmailLink } from "#app/ui/admin/line-breaks.tsx";
import { composerKinds } from "#app/features/clients/model.ts";
import type { HistoryEntry } from "#app/features/clients/queries.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { usePostedForm, SubmitButton } from "#app/ui/admin/form.tsx";
import { Field, SelectField } from "#app/ui/fields.tsx";
import {
  type CreditMove,
  type SoldPackage,
  refundOf,
  offerKey,
  type PackageOffer,
  saleSchema,
} from "#app/features/packages/model.ts";
import { packageName } from "#app/features/services/model.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";
import { melbourneDay, type Day } from "#app/values/calendar.ts";
import { guardNames } from "#app/features/intake/model.ts";
import { paymentMethodLabels } from "#app/features/invoices/model.ts";
import { FoldedForm } from "#app/ui/admin/folded.tsx";

type HeaderProps = {
  email: string;
  /** Null if the client couldn't be loaded. */
  client: { names: string[]; entries: readonly HistoryEntry[]; panel: InvoicesPanel } | null;
};

export function ClientHeader({ email, client }: HeaderProps) {
  const latest = client?.entries.find(({ kind }) => composerKinds[kind] !== null);
  return (
    <div className="openers xl:items-start">
      <header className="whole w-full max-xl:mb-4 xl:w-auto xl:flex-[1_1_16rem]">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="display-3 wrap-anywhere">{client?.names.join(", ") || email}</h1>
          {client && <OwedBadge panel={client.panel} />}
        </div>
        <EmailLink email={email} />
      </header>
      {latest && (
        <ComposeButton
          kind={composerKinds[latest.kind]!}
          id={latest.id}
          className="button w-full min-h-11! px-4!"
        >
          Write<span className="sr-only"> to {email}</span>
        </ComposeButton>
      )}
    </div>
  );
}

type Props = SellFormProps & { packages: readonly SoldPackage[] };

export function PackagesSection({ packages, ...form }: Props) {
  const { isOwner } = useAccess();
  if (!isOwner && packages.length === 0) return null;
  return (
    <section aria-labelledby="packages-heading" className="flex flex-col gap-3">
      <h2 id="packages-heading" className="display-3">
        Packages
      </h2>
      <ul className="empty:hidden">
        {packages.map((sold) => (
          <Package key={sold.id} sold={sold} />
        ))}
      </ul>
      {isOwner && <SellForm {...form} />}
    </section>
  );
}

function Package({ sold }: { sold: SoldPackage }) {
  const { isOwner } = useAccess();
  const { id, name, left, of, invoice, expiresOn, moves } = sold;
  const isVoid = invoice.state === "void";
  return (
    <li className="border-t border-line py-3">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-semibold">{name}</span>
        {!isVoid && <span className="tabular-nums">{`${left} of ${of} left`}</span>}
        <RecordLink
          className="link tall"
          to={href("/admin/money/invoices/:id", { id: invoice.id })}
        >
          {invoice.number}
        </RecordLink>
        <InvoiceBadge state={invoice.state} />
      </p>
      {expiresOn && left > 0 && (
        <p className="text-base text-soft">
          Until <OnDay day={expiresOn} />
        </p>
      )}
      <details>
        <summary className="min-h-11 w-fit cursor-pointer content-center text-base hover:text-accent">
          Line by line<span className="sr-only"> of {name}</span>
        </summary>
        <ol className="text-base">
          {moves.map((move) => (
            <Move key={`${move.kind} ${Number(move.at)} ${move.entry?.id}`} {...move} />
          ))}
        </ol>
        {isOwner && !isVoid && (
          <div className="mt-3 flex flex-wrap gap-3">
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="give-credit" />
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="left" value={left} />
              <SubmitButton loading="Working..." className="button quiet min-h-11! px-4!">
                Give One More
              </SubmitButton>
            </Form>
            {left > 0 && <EndPackage sold={sold} />}
          </div>
        )}
      </details>
    </li>
  );
}

const moveWords: Record<CreditMove["kind"], string> = {
  bought: "bought",
  used: "used",
  returned: "back",
  goodwill: "given",
  expired: "expired",
  refunded: "ended",
};

function Move({ kind, amount, at, entry }: CreditMove) {
  return (
    <li className="flex flex-wrap gap-x-3 border-t border-line py-1 tabular-nums">
      <span>{`${Math.abs(amount)} ${moveWords[kind]}`}</span>
      {entry ? (
        <Link className="link" to={href("/admin/diary/:id", { id: entry.id })}>
          <When at={entry.startsAt} />
        </Link>
      ) : (
        <OnDay day={melbourneDay(at)} />
      )}
    </li>
  );
}

function EndPackage({ sold }: { sold: SoldPackage }) {
  const { id, name, left, used, singlePrice, invoice } = sold;
  const refund = refundOf(sold);
  return (
    <ConfirmedAction
      id={`end-package-${id}`}
      label="End It"
      describes={name}
      className="button quiet away min-h-11! px-4!"
      question="End this package?"
      yes="End it"
      loading="Working..."
      values={{ intent: "end-package", id, left }}
    >
      <p>
        {left === 1
          ? "The session that is left goes with it."
          : `The ${left} sessions that are left go with it.`}
      </p>
      {refund > 0 ? (
        <p>
          {`To give back: ${formatMoney(refund)}, which is ${formatMoney(invoice.paid)} paid`}
          {`, less ${used} at ${formatMoney(singlePrice)}. Refund it on ${invoice.number}.`}
        </p>
      ) : (
        <p>There's nothing to give back: what was used costs as much at the single price.</p>
      )}
    </ConfirmedAction>
  );
}

type SellFormProps = {
  offers: readonly PackageOffer[];
  refusal: "off" | "incomplete" | null;
  formKey: string;
  today: Day;
  posted: FormState | undefined;
};

function SellForm({ offers, refusal, formKey, today, posted }: SellFormProps) {
  const { form, values, summary, field } = usePostedForm(saleSchema, posted);
  if (refusal === "off" || offers.length === 0) return null;
  if (refusal)
    return (
      <p className="text-soft">
        To sell one, complete your{" "}
        <Link className="link" to={href("/admin/money/settings")}>
          business details
        </Link>
        .
      </p>
    );
  return (
    <FoldedForm key={formKey} label="Sell a package" isOpen={posted?.ok === false}>
      <Form {...form} className="flex flex-col gap-3">
        {summary}
        <input type="hidden" name="intent" value="sell-package" />
        <input type="hidden" name={guardNames.key} value={values?.[guardNames.key] ?? formKey} />
        <SelectField
          {...field("offer")}
          label="Package"
          options={Object.fromEntries(
            offers.map((offer) => [
              offerKey(offer),
              `${packageName(offer.sessions, offer.minutes)}, ${formatMoney(offer.price)}`,
            ]),
          )}
        />
        <SelectField
          {...field("paidBy")}
          label="Paid"
          hint="Until it's paid, one session is taken from it."
          options={{ "": "Not yet: email the invoice", ...paymentMethodLabels }}
        />
        <Field
          {...field("expiresOn")}
          type="date"
          label="Last day of a session"
          min={today}
          optional
        />
        <SubmitButton loading="Working..." className="button self-start" busy="Working...">
          Sell It
        </SubmitButton>
      </Form>
    </FoldedForm>
  );
}
