import type { ReactNode } from "react";

type OpenedFormProps = {
  label: string;
  isOpen: boolean;
  /** Takes something away. */
  isAway?: boolean;
  children: ReactNode;
};

/** Apart from what takes nothing away. */
export const apartClass = "apart";

/** Behind a button, open where an answer stands in it. */
export function OpenedForm({ label, isOpen, isAway = false, children }: OpenedFormProps) {
  return (
    <details open={isOpen} className={isAway ? apartClass : undefined}>
      <summary className={`button quiet min-h-11! px-4! ${isAway ? "away" : ""}`}>{label}</summary>
      <div className="mt-3 border-l-4 border-brass bg-raised p-4 sm:p-6">{children}</div>
    </details>
  );
}
