import { type ReactNode, useState } from "react";
import { useAccess } from "./access.tsx";

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
  if (!useAccess().mayChange) return null;
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

type FoldedFormProps = {
  label: string;
  isOpen: boolean;
  children: ReactNode;
};

export function FoldedForm({ label, isOpen, children }: FoldedFormProps) {
  if (!useAccess().mayChange) return null;
  return (
    <details open={isOpen}>
      <summary className="min-h-11 w-fit cursor-pointer content-center font-semibold hover:text-accent">
        {label}
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  );
}

/** Opens for an error; otherwise stays as the owner left it. */
export function useFold(isOpenFirst: boolean, hasError: boolean) {
  const [isOpen, setOpen] = useState(isOpenFirst || hasError);
  const [hadError, setHadError] = useState(hasError);
  if (hadError !== hasError) {
    setHadError(hasError);
    if (hasError) setOpen(true);
  }
  return [isOpen, setOpen] as const;
}

type FoldedSectionProps = {
  id?: string;
  label: string;
  line?: string;
  beside?: ReactNode;
  isOpenFirst: boolean;
  hasError: boolean;
  children: ReactNode;
};

export function FoldedSection({
  id,
  label,
  line,
  beside,
  isOpenFirst,
  hasError,
  children,
}: FoldedSectionProps) {
  const [isOpen, setOpen] = useFold(isOpenFirst, hasError);
  return (
    <fieldset id={id} tabIndex={-1} aria-label={label} className={`scroll-mt-28 ${ruledClass}`}>
      <details
        open={isOpen}
        className="group/fold"
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className={`min-h-13 py-3 ${summaryClass}`}>
          <span className="mr-auto min-w-0">
            <h2 className="display-3">{label}</h2>
            {line && (
              <span className="block text-base text-soft wrap-anywhere group-open/fold:hidden">
                {line}
              </span>
            )}
          </span>
          {beside}
        </summary>
        <div className="pt-2 pb-6">{children}</div>
      </details>
    </fieldset>
  );
}

export const ruledClass = "min-w-0 border-t border-line outline-none last:border-b";
export const summaryClass = "flex cursor-pointer items-center gap-x-3 before:shrink-0";
