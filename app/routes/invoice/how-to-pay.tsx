import { useRef, useState } from "react";
import { site } from "#app/content/site.ts";
import type { PaymentFact } from "#app/features/invoices/how-to-pay.ts";
import { copyText } from "./copy-text.ts";

/** `count`: of the copies so far, so that a second copy of the same is announced as well. */
type Copied = { label: string; done: boolean; count: number };

/** What a payer types into a banking app, each with a button that copies it. */
export function HowToPay({ payment }: { payment: readonly PaymentFact[] }) {
  const [copied, setCopied] = useState<Copied | null>(null);
  const copy = async (label: string, text: string, shown: Node) => {
    const done = await copyText(text, shown);
    setCopied((before) => ({ label, done, count: (before?.count ?? 0) + 1 }));
  };
  if (payment.length === 0) return <AskForDetails />;
  return (
    <section className="mt-10 print:mt-4">
      <h2 className="display-3">How to pay</h2>
      <p className="measure mt-1">
        By PayID or bank transfer. Please use the reference, so I can see it's from you.
      </p>
      <dl className="mt-4 border-t border-line">
        {payment.map((fact) => (
          <CopiedFact
            key={fact.label}
            fact={fact}
            copied={copied?.label === fact.label ? copied : null}
            onCopy={copy}
          />
        ))}
      </dl>
      <p role="status" className="sr-only">
        {copied && announcement(copied)}
      </p>
    </section>
  );
}

function CopiedFact({
  fact: { label, value, copy },
  copied,
  onCopy,
}: {
  fact: PaymentFact;
  copied: Copied | null;
  onCopy: (label: string, text: string, shown: Node) => void;
}) {
  const shown = useRef<HTMLSpanElement>(null);
  return (
    <div
      className={
        "grid min-h-15 grid-cols-[1fr_auto] items-center gap-x-4 border-b border-line py-1.5 " +
        "sm:grid-cols-[10rem_1fr_auto] print:min-h-0 print:grid-cols-[10rem_1fr]"
      }
    >
      <dt className="text-soft max-sm:text-sm">{label}</dt>
      <dd className="col-start-1 text-lg font-semibold tabular-nums wrap-anywhere sm:col-start-2 print:col-start-2">
        <span ref={shown} className="select-all">
          {value}
        </span>
      </dd>
      {copy !== null && (
        <dd className="col-start-2 row-span-2 row-start-1 sm:col-start-3 noscript:hidden print:hidden">
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

function announcement({ label, done, count }: Copied): string {
  const said = done ? `${label} copied` : `${label} selected, ready for you to copy`;
  return count % 2 === 0 ? `${said}\u00a0` : said;
}

function AskForDetails() {
  return (
    <section className="mt-10">
      <h2 className="display-3">How to pay</h2>
      <p className="mt-1">
        Email{" "}
        <a className="link wrap-anywhere" href={`mailto:${site.email}`}>
          {site.email}
        </a>{" "}
        and I'll send you the details.
      </p>
    </section>
  );
}
