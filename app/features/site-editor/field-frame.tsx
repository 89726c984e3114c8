import type { ReactNode } from "react";
import { FieldedText } from "#app/features/email/admin/fields-in-text.tsx";

export const cardClass =
  "min-w-0 scroll-mt-28 rounded-sm border border-line bg-raised p-4 outline-none";

type FrameProps = {
  id: string;
  label: string;
  count?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  isSample?: boolean;
  head?: EntryHead | undefined;
  /** Figures share a row in threes, short texts in pairs. */
  width?: "figure" | "half" | undefined;
  offer?: ReactNode;
  children: ReactNode;
};

export function FieldFrame({
  id,
  label,
  count,
  hint,
  error,
  optional = false,
  isSample = false,
  head,
  width,
  offer,
  children,
}: FrameProps) {
  return (
    <div className={width ? `${width}-field` : "flex flex-col gap-1.5"}>
      {head ? (
        <EntryHeadLine head={head}>
          <label htmlFor={id} className="sr-only">
            {label}
          </label>
          {isSample && <SampleMark />}
          {count}
        </EntryHeadLine>
      ) : (
        <div className="flex items-baseline justify-between gap-x-3">
          <label htmlFor={id} className="font-semibold">
            {label}
            {optional && <span className="font-normal text-soft"> (optional)</span>}
          </label>
          <span className="flex shrink-0 items-baseline gap-3 text-sm text-soft">
            {isSample && width !== "figure" && <SampleMark />}
            {count}
          </span>
        </div>
      )}
      {width === "figure" ? (
        <span className="relative grid">
          {children}
          {isSample && (
            <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center">
              <SampleMark isFigure />
            </span>
          )}
        </span>
      ) : (
        children
      )}
      <FieldNote id={id} error={error} hint={hint} />
      {offer}
    </div>
  );
}

export function FieldNote({ id, error, hint }: Pick<FrameProps, "id" | "error" | "hint">) {
  if (!error && !hint) return null;
  return (
    <p
      id={`${id}-note`}
      className={error ? "font-semibold text-danger" : "text-base whitespace-pre-line text-soft"}
    >
      {error ?? hint}
    </p>
  );
}

const titleClass =
  "mr-auto text-base font-semibold text-ink max-sm:grid max-sm:min-h-11 max-sm:items-center";

const headLineClass =
  "-mt-1 flex items-center justify-between gap-x-3 " +
  "max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-start";
const belowClass = "max-sm:col-span-2 max-sm:row-start-2 max-sm:justify-self-end max-sm:pb-2";

export type EntryHead = { title: string; buttons: ReactNode };

type EntryHeadLineProps = { head: EntryHead; children?: ReactNode };

/** Hidden from screen readers: the legend of the entry's group says the title. */
export function EntryHeadLine({ head: { title, buttons }, children }: EntryHeadLineProps) {
  return (
    <div className={headLineClass}>
      <div className="flex grow items-baseline gap-x-3 text-sm text-soft max-sm:contents">
        <span aria-hidden="true" className={titleClass}>
          {title}
        </span>
        <span className={`flex items-baseline gap-x-3 ${belowClass}`}>{children}</span>
      </div>
      {buttons}
    </div>
  );
}

/** A figure may be right as it is, so its mark says "Check". */
export function SampleMark({ isFigure = false }: { isFigure?: boolean }) {
  return (
    <span className="sample-mark text-sm font-normal whitespace-nowrap text-soft">
      {isFigure ? "Check" : "Sample"}
    </span>
  );
}

export function controlProps(id: string, { error, hint }: { error?: string; hint?: ReactNode }) {
  return {
    id,
    name: id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": (error ?? hint) ? `${id}-note` : undefined,
  } as const;
}

type DefaultOfferProps = { path: string; label: string; text: string; use: () => void };

export function DefaultOffer({ path, label, text, use }: DefaultOfferProps) {
  return (
    <details className="text-base">
      <summary className="min-h-6 w-fit cursor-pointer pointer-coarse:py-2.5 text-soft hover:text-ink">
        Use the default<span className="sr-only"> for {label}</span>
      </summary>
      <div className="mt-2 flex flex-col items-start gap-2 border-l-2 border-brass pl-3">
        <p className="whitespace-pre-line wrap-anywhere">
          <FieldedText text={text} />
        </p>
        <button
          type="submit"
          name="do"
          value={`default:${path}`}
          formNoValidate
          formAction={`#${path}`}
          className="link min-h-9 cursor-pointer font-semibold pointer-coarse:min-h-11"
          onClick={(event) => {
            event.preventDefault();
            event.currentTarget.closest("details")!.open = false;
            use();
          }}
        >
          Use this
        </button>
      </div>
    </details>
  );
}
