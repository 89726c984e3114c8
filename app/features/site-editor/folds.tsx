import { type ReactNode, useState } from "react";
import type { ContentField, GroupField, ContentFields } from "#app/content/fields.ts";
import { FieldedText } from "#app/features/email/admin/fields-in-text.tsx";
import { FoldedSection, ruledClass, summaryClass, useFold } from "#app/ui/admin/folded.tsx";
import { withFillInNames } from "#app/features/site-content/field-text.ts";
import { useEditor } from "./editor-model.ts";
import { type EntryHead, SampleMark } from "./field-frame.tsx";

function useWithin(path: string) {
  const { errors, samples } = useEditor();
  const isWithin = (of: string) => of === path || of.startsWith(`${path}.`);
  return { hasError: Object.keys(errors).some(isWithin), hasSample: samples.some(isWithin) };
}

type FoldedGroupProps = { label: string; path: string; isFirst: boolean; children: ReactNode };

export function FoldedGroup({ label, path, isFirst, children }: FoldedGroupProps) {
  const { hasError, hasSample } = useWithin(path);
  return (
    <FoldedSection
      id={path}
      label={label}
      beside={
        hasSample && (
          <span className="group-open/fold:hidden">
            <SampleMark />
          </span>
        )
      }
      isOpenFirst={isFirst}
      hasError={hasError}
    >
      <div className="short-fields">{children}</div>
    </FoldedSection>
  );
}

type FoldedPartProps = { item: GroupField; path: string; value: unknown; children: ReactNode };

export function FoldedPart({ item, path, ...rest }: FoldedPartProps) {
  return (
    <fieldset
      id={path}
      tabIndex={-1}
      aria-label={item.label}
      className={`folded-part scroll-mt-28 ${ruledClass}`}
    >
      <FoldedEntry item={item} path={path} head={{ title: item.label, buttons: null }} {...rest} />
    </fieldset>
  );
}

export function FoldedEntry({
  item,
  path,
  value,
  isNew = false,
  head: { title, buttons },
  children,
}: {
  item: ContentField;
  path: string;
  value: unknown;
  isNew?: boolean;
  head: EntryHead;
  children: ReactNode;
}) {
  const { hasError } = useWithin(path);
  const { pictures } = useEditor();
  const [isOpen, setOpen] = useFold(isNew, hasError);
  const [{ name, line, picture }, setFace] = useState(() => faceOf(item, title, readIn(value)));
  const shown = pictures.find((each) => each.name === picture);
  const showTyped = (within: HTMLElement) =>
    setFace(
      faceOf(item, title, (key) => {
        const control = within.querySelector<HTMLInputElement>(`[name="${path}.${key}"]`);
        return control?.value ?? "";
      }),
    );
  return (
    <div className="relative">
      {buttons && (
        <div className="absolute top-0 right-0 grid min-h-11 content-center sm:min-h-15">
          {buttons}
        </div>
      )}
      <details
        open={isOpen}
        data-fold=""
        onInput={({ currentTarget }) => showTyped(currentTarget)}
        onToggle={({ currentTarget }) => {
          setOpen(currentTarget.open);
          showTyped(currentTarget);
        }}
      >
        <summary
          className={`min-h-15 py-2 ${buttons ? "max-sm:pt-0 sm:pr-36" : ""} ${summaryClass}`}
        >
          {shown && <img src={shown.src} alt="" className={thumbClass} />}
          <span className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 leading-snug">
            <span className={buttons ? nameBesideButtons : "max-sm:col-span-2"}>
              {name !== title && <span className="sr-only">{title}: </span>}
              <span className="line-clamp-2 font-semibold">
                <FieldedText text={name} />
              </span>
            </span>
            {line && (
              <span className="col-start-1 truncate text-base text-soft [details[open]>summary_&]:hidden">
                <FieldedText text={line} />
              </span>
            )}
            <span className={chipClass}>
              <SampleMark />
            </span>
          </span>
        </summary>
        <div className="short-fields pt-2 pb-6">{children}</div>
      </details>
    </div>
  );
}

const nameBesideButtons =
  "max-sm:col-span-2 max-sm:grid max-sm:min-h-11 max-sm:items-center max-sm:py-1.5 max-sm:pr-36";
const chipClass =
  "col-start-2 hidden [details:not([open]):has(div_.sample-mark)>summary_&]:block sm:row-span-2 sm:row-start-1";
const thumbClass =
  "aspect-3/2 w-15 shrink-0 rounded-sm border border-line object-cover max-sm:w-12";

type EntryFace = { name: string; line: string; picture: string };

const mostOpen = 3;

export const isFoldedAmong = (item: ContentField | undefined, count: number) =>
  count > mostOpen && (item?.kind === "picture" || (item?.kind === "group" && !isSlim(item)));

export const foldsParts = (fields: ContentFields) => {
  const groups = Object.values(fields).filter(({ kind }) => kind === "group");
  return isFoldedAmong(groups[0], groups.length);
};

export const isSlim = (item: ContentField) =>
  item.kind === "group" && Object.values(item.fields).every(isShortText);

const isShortText = (field: ContentField) =>
  ["price", "number", "email"].includes(field.kind) ||
  (field.kind === "text" && !field.lines && field.most <= 120);

/** `title` is the name if no text of the entry names it; `read` takes a path within the entry. */
function faceOf(item: ContentField, title: string, read: (path: string) => string): EntryFace {
  if (item.kind === "picture") return { name: title, line: read("alt"), picture: read("name") };
  const fields: ContentFields = item.kind === "group" ? item.fields : {};
  const texts = Object.entries(fields).filter(([, { kind }]) => kind === "text" || kind === "link");
  const named = texts.find(([, field]) => field.kind === "text" && !field.lines);
  const line = texts.find((each) => each !== named);
  const [picture] = Object.entries(fields).find(([, { kind }]) => kind === "picture") ?? [];
  return {
    name: (named && read(named[0])) || title,
    line: line ? read(line[0]) : "",
    picture: picture ? read(`${picture}.name`) : "",
  };
}

export const readIn = (value: unknown) => (path: string) =>
  withFillInNames(
    String(
      path
        .split(".")
        .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], value) ??
        "",
    ),
  );
