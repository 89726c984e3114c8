import { type ReactNode, useState, useRef } from "react";
import type { PaymentFact } from "#app/features/invoices/document-texts.ts";
import { MyEmail } from "#app/ui/my-email.tsx";
import { href, Link } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { FormFailure } from "#app/ui/form-messages.tsx";
import { formatMoney } from "#app/values/money.ts";

/** `count` makes screen readers announce a second copy of the same text too. */
type Copied = { label: string; done: boolean; count: number };

export function HowToPay({ payment }: { payment: readonly PaymentFact[] }) {
  const [copied, setCopied] = useState<Copied | null>(null);
  const copy = async (label: string, text: string, shown: Node) => {
    const done = await copyText(text, shown);
    setCopied((before) => ({ label, done, count: (before?.count ?? 0) + 1 }));
  };
  if (payment.length === 0) return <AskForDetails />;
  const list = (ofWay: PaymentFact["way"]) =>
    payment
      .filter(({ way, label }) => way === ofWay && label !== "Due")
      .map((fact) => (
        <CopiedFact
          key={fact.label}
          fact={fact}
          copied={copied?.label === fact.label ? copied : null}
          onCopy={copy}
        />
      ));
  const [common, payId, account] = [list(null), list("payid"), list("account")];
  return (
    <section className="mt-10 print:mt-4">
      <h2 className="display-3">How to pay</h2>
      <p className="measure mt-1">Please use the reference, so I can see the money is from you.</p>
      <dl className="mt-3 grid gap-x-10 sm:grid-cols-2 print:grid-cols-2">{common}</dl>
      <div className="mt-6 grid gap-x-10 gap-y-6 sm:grid-cols-2 print:mt-3 print:grid-cols-2">
        {payId.length > 0 && <Way heading="By PayID">{payId}</Way>}
        {account.length > 0 && (
          <Way heading={payId.length > 0 ? "Or by bank transfer" : "By bank transfer"}>
            {account}
          </Way>
        )}
      </div>
      <p role="status" className="sr-only">
        {copied && announcement(copied)}
      </p>
    </section>
  );
}

function Way({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-lg">{heading}</h3>
      <dl className="mt-1">{children}</dl>
    </div>
  );
}

function announcement({ label, done, count }: Copied): string {
  const said = done ? `${label} copied` : `${label} selected, ready for you to copy`;
  return count % 2 === 0 ? `${said}\u00a0` : said;
}

function AskForDetails() {
  return (
    <section className="mt-10">
      <h2 className="display-3">How to pay</h2>
      <p className="mt-1">
        Email <MyEmail /> and I'll send you the details.
      </p>
    </section>
  );
}

type CopiedFactProps = {
  fact: PaymentFact;
  /** Null unless this fact was copied last. */
  copied: Copied | null;
  onCopy: (label: string, text: string, shown: Node) => void;
};

function CopiedFact({ fact: { label, value, copy }, copied, onCopy }: CopiedFactProps) {
  const shown = useRef<HTMLElement>(null);
  return (
    <div
      className={
        "grid min-h-18 grid-cols-[1fr_auto] content-center gap-x-4 border-b border-line py-2 " +
        "print:min-h-0 print:py-1"
      }
    >
      <dt className="text-sm text-soft">{label}</dt>
      <dd ref={shown} className="col-start-1 font-semibold tabular-nums wrap-anywhere select-all">
        {value}
      </dd>
      {copy !== null && (
        <dd className="col-start-2 row-span-2 row-start-1 self-center noscript:hidden print:hidden">
          <button
            type="button"
            className="button quiet min-h-11! min-w-24 px-4! py-1!"
            onClick={() => onCopy(label, copy, shown.current!)}
          >
            {copied ? (copied.done ? "Copied" : "Selected") : "Copy"}
            <span className="sr-only"> {label}</span>
          </button>
        </dd>
      )}
    </div>
  );
}

/** Returns false and selects `shown` for the reader to copy where the browser refuses. */
async function copyText(text: string, shown: Node): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return copySelection(text);
  }
}

/** For older browsers and for pages without https. */
function copySelection(text: string): boolean {
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  addEventListener("copy", give);
  try {
    return document.execCommand("copy");
  } finally {
    removeEventListener("copy", give);
  }
}

type PayByCardProps = { slug: string; amount: number; posted: FormState | undefined };

/** Not a router form: the response redirects to the card service. */
export function PayByCard({ slug, amount, posted }: PayByCardProps) {
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
