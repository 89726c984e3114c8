import { href } from "react-router";
import type { Invoice } from "#app/features/invoices/model.ts";

const quiet = "button quiet min-h-11! px-4!";

/** What the client sees. */
export function ClientViews({ invoice: { slug, number } }: { invoice: Invoice }) {
  if (!slug || !number) return null;
  return (
    <div className="no-print grid grid-cols-2 gap-2 sm:flex sm:flex-wrap lg:max-w-[34rem] lg:justify-end">
      <a
        href={href("/invoices/:slug", { slug })}
        target="_blank"
        rel="noopener noreferrer"
        className={quiet}
      >
        View Public Page<span className="sr-only"> (opens in a new tab)</span>
      </a>
      <a href={href("/invoices/:slug/invoice.pdf", { slug })} className={quiet}>
        Download PDF
      </a>
    </div>
  );
}
