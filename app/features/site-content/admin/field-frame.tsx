import type { ReactNode } from "react";

type FrameProps = {
  id: string;
  label: string;
  /** How much of its length is used. */
  count?: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
  optional?: boolean;
  /** It still says what nobody's own words are. */
  isSample?: boolean;
  /** What stands around it names it already. */
  isNamed?: boolean;
  /** Stands beside others of its kind. */
  isShort?: boolean;
  /** Stands below the message. */
  offer?: ReactNode;
  children: ReactNode;
};

/** A field's label, control and message. */
export function FieldFrame({
  id,
  label,
  count,
  hint,
  error,
  optional = false,
  isSample = false,
  isNamed = false,
  isShort = false,
  offer,
  children,
}: FrameProps) {
  return (
    <div className={isShort ? "short-field" : "flex flex-col gap-1.5"}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className={isNamed ? "sr-only" : "font-semibold"}>
          {label}
          {optional && <span className="font-normal text-soft"> (optional)</span>}
        </label>
        <span className="ml-auto flex items-baseline gap-3 text-sm text-soft">
          {isSample && <SampleMark />}
          {count}
        </span>
      </div>
      {children}
      {(error ?? hint) && (
        <p
          id={`${id}-note`}
          className={
            error ? "font-semibold text-danger" : "text-base whitespace-pre-line text-soft"
          }
        >
          {error ?? hint}
        </p>
      )}
      {offer}
    </div>
  );
}

export function SampleMark() {
  return (
    <span className="rounded-sm border border-brass px-1.5 text-sm font-normal whitespace-nowrap text-soft">
      Sample
    </span>
  );
}

export function controlProps(id: string, { error, hint }: { error?: string; hint?: string }) {
  return {
    id,
    name: id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": (error ?? hint) ? `${id}-note` : undefined,
  } as const;
}
