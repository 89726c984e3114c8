import { useRef } from "react";
import type { PaymentFact } from "#app/features/invoices/how-to-pay.ts";
import type { Copied } from "./how-to-pay.tsx";

export function CopiedFact({
  fact: { label, value, copy },
  copied,
  onCopy,
}: {
  fact: PaymentFact;
  /** Null unless this fact was copied last. */
  copied: Copied | null;
  onCopy: (label: string, text: string, shown: Node) => void;
}) {
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
