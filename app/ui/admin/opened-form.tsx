import type { ReactNode } from "react";

type OpenedFormProps = {
  label: string;
  isOpen: boolean;
  isMain?: boolean;
  isAway?: boolean;
  /** The second answer to a question, beside the first. */
  isBesideAnswer?: boolean;
  children: ReactNode;
};

export const apartClass = "apart";

export function OpenedForm({
  label,
  isOpen,
  isMain = false,
  isAway = false,
  isBesideAnswer = false,
  children,
}: OpenedFormProps) {
  return (
    <details open={isOpen} className={isAway && !isBesideAnswer ? apartClass : undefined}>
      <summary
        className={`button min-h-11! px-4! max-sm:px-2! ${isMain ? "" : "quiet"} ${isAway ? "away" : ""}`}
      >
        {label}
      </summary>
      <div className="mt-3 border-l-4 border-brass bg-raised p-4 sm:p-6">{children}</div>
    </details>
  );
}
