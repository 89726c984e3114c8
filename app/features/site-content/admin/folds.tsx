import { type ReactNode, useState } from "react";
import { useEditor } from "./editor-context.ts";
import { type EntryHead, SampleMark } from "./field-frame.tsx";
import { textsIn } from "./field-text.ts";

/** Whether the field at `path`, or one within it, has a message; or still says what a sample says. */
function useWithin(path: string) {
  const { errors, samples } = useEditor();
  const isWithin = (of: string) => of === path || of.startsWith(`${path}.`);
  return { hasError: Object.keys(errors).some(isWithin), hasSample: samples.some(isWithin) };
}

/** Opens for a message; what the owner opens or closes stays so. */
function useFold(isOpenFirst: boolean, hasError: boolean) {
  const [isOpen, setOpen] = useState(isOpenFirst || hasError);
  const [hadError, setHadError] = useState(hasError);
  if (hadError !== hasError) {
    setHadError(hasError);
    if (hasError) setOpen(true);
  }
  return [isOpen, setOpen] as const;
}

/** A part of a long document. */
export function FoldedGroup({
  label,
  path,
  isFirst,
  children,
}: {
  label: string;
  path: string;
  isFirst: boolean;
  children: ReactNode;
}) {
  const { hasError, hasSample } = useWithin(path);
  const [isOpen, setOpen] = useFold(isFirst, hasError);
  return (
    <fieldset
      id={path}
      tabIndex={-1}
      aria-label={label}
      className="min-w-0 scroll-mt-28 border-t border-line outline-none last:border-b"
    >
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={`py-3 ${summaryClass}`}>
          <h2 className="display-3 mr-auto">{label}</h2>
          {hasSample && <SampleMark />}
        </summary>
        <div className="short-fields pt-2 pb-6">{children}</div>
      </details>
    </fieldset>
  );
}

/** An entry of a long list: closed it shows the first of its texts. */
export function FoldedEntry({
  path,
  value,
  isNew,
  head: { title, buttons },
  children,
}: {
  path: string;
  value: unknown;
  isNew: boolean;
  head: EntryHead;
  children: ReactNode;
}) {
  const { hasError } = useWithin(path);
  const [isOpen, setOpen] = useFold(isNew, hasError);
  const [text, setText] = useState(() => textsIn(value)[0]);
  return (
    <div className="relative -my-2">
      <div className="absolute top-0 right-0 grid min-h-11 content-center">{buttons}</div>
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => {
          setOpen(currentTarget.open);
          setText(currentTarget.querySelector<HTMLInputElement>("input, textarea")?.value ?? "");
        }}
      >
        <summary className={`pr-36 ${summaryClass}`}>
          <span className="min-w-0 leading-snug font-semibold">
            {text ? <span className="sr-only">{title}: </span> : title}
            {text && <span className="line-clamp-2">{text}</span>}
          </span>
        </summary>
        <div className="short-fields pt-2 pb-2">{children}</div>
      </details>
    </div>
  );
}

const summaryClass = "flex min-h-11 cursor-pointer items-center gap-x-2";
