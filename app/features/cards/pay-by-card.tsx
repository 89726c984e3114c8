import { href, Link } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { FormFailure } from "#app/ui/form-messages.tsx";
import { formatMoney } from "#app/values/money.ts";

/** Not a router form: the response redirects to the card service. */
export function PayByCard({
  slug,
  amount,
  posted,
}: {
  slug: string;
  amount: number;
  posted: FormState | undefined;
}) {
  return (
    <section id="card" className="no-print mt-8 flex flex-col items-start gap-3">
      <h2 className="display-3">Or pay by card</h2>
      <FormFailure state={posted} />
      <p className="measure">
        You'll enter your card details on Stripe's secure page. There's no extra charge.
      </p>
      <form method="post" action={`${href("/invoices/:slug", { slug })}#card`}>
        <button type="submit" className="button">
          Pay {formatMoney(amount)} by card
        </button>
      </form>
    </section>
  );
}

/** Shown after the return from the card service, until it reports the payment. */
export function CardPaymentOnItsWay({ slug }: { slug: string }) {
  return (
    <section className="no-print mt-8">
      <h2 className="display-3">Thank you, your payment is on its way</h2>
      <p className="measure mt-1">
        I'm waiting for the card payment to be confirmed, usually within a minute. You'll get a
        receipt by email.
      </p>
      <p className="mt-3">
        <Link className="link" to={href("/invoices/:slug", { slug })} reloadDocument>
          Check again
        </Link>
      </p>
    </section>
  );
}
