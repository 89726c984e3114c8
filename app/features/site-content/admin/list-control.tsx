import { type ReactNode, useRef, useState } from "react";
import type { ListField } from "#app/content/fields.ts";
import { ruledClass } from "#app/ui/admin/folded-section.tsx";
import { toast } from "#app/ui/toast.tsx";
import { DefaultOffer } from "./default-offer.tsx";
import { useEditor } from "./editor-context.ts";
import { isFoldedAmong, isSlim } from "./entry-face.ts";
import type { FieldProps } from "./field-control.tsx";
import { type EntryHead, EntryHeadLine } from "./field-frame.tsx";
import { childOf, textsIn } from "./field-text.ts";
import { FoldedEntry } from "./folds.tsx";
import { ListRowButtons } from "./list-row-buttons.tsx";
import { type ListRow, useListRows } from "./use-list-rows.ts";

type ListProps = FieldProps<ListField> & {
  renderEntry: (path: string, value: unknown, head?: EntryHead) => ReactNode;
};

/** Without scripts the buttons post `do`; with scripts the rows move and keep what was typed. */
export function ListControl({ field, path, value, inList, depth, renderEntry }: ListProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const { errors, noteChange } = useEditor();
  const [said, setSaid] = useState("");
  const [isTouched, setTouched] = useState(false);
  const { rows, live, change } = useListRows(field, value, list);
  const [isFolded] = useState(isFoldedAmong(field.item, live.length));
  const isGroup = field.item.kind === "group";
  const isLow = isFolded || isSlim(field.item);
  const empty = JSON.stringify(childOf(field.item, "default"));
  const singular = singularOf(field);
  const edit: typeof change = (edited, focus) => {
    change(edited, focus);
    setTouched(true);
    noteChange(path);
  };
  const add = () => {
    edit([...rows, newRow(childOf(field.item, "default"))], { at: live.length, on: "first field" });
    setSaid(`${singular} ${live.length + 1} added.`);
  };
  const move = (row: ListRow, by: -1 | 1) => {
    const at = live.indexOf(row);
    const other = live[at + by];
    if (!other) return;
    const swapped = rows.map((each) => (each === row ? other : each === other ? row : each));
    edit(swapped, { at: at + by, on: by < 0 ? "up" : "down" });
    setSaid(`Moved to place ${at + by + 1} of ${live.length}.`);
  };
  const remove = (row: ListRow) => {
    const at = live.indexOf(row);
    const hidden = (isHidden: boolean) => (current: readonly ListRow[]) =>
      current.map((each) => (each.key === row.key ? { ...each, isRemoved: isHidden } : each));
    edit(hidden(true), { at: Math.min(at, live.length - 2), on: "remove" });
    setSaid(`${singular} ${at + 1} removed.`);
    toast.success(`${singular} removed.`, undefined, undefined, {
      label: "Undo",
      run: () => edit(hidden(false), { at, on: "first field" }),
    });
  };
  const isUsual = !isTouched && JSON.stringify(value) === JSON.stringify(field.default);
  const isFixedLength = field.least === field.most;
  let index = -1;
  return (
    <fieldset
      ref={list}
      id={path}
      tabIndex={-1}
      className={`min-w-0 scroll-mt-28 outline-none ${depth === 0 ? "pt-6 [input+&]:pt-0" : ""}`}
      onInput={() => setTouched(true)}
    >
      <legend className="float-left mb-2 flex w-full items-baseline justify-between gap-3">
        {depth === 0 ? (
          <h2 className="display-3">{field.label}</h2>
        ) : (
          <span className="font-semibold">{field.label}</span>
        )}
        <span className="flex items-baseline gap-3 text-sm text-soft">
          {!isFixedLength && (
            <span className="tabular-nums">
              {live.length} of {field.most}
            </span>
          )}
        </span>
      </legend>
      {errors[path] && <p className="clear-both mb-2 font-semibold text-danger">{errors[path]}</p>}
      <input type="hidden" name={path} value={live.length} />
      <ol className="clear-both">
        {rows.map((row) => {
          if (!row.isRemoved) index++;
          const rowPath = `${path}.${row.isRemoved ? `removed-${row.key}` : index}`;
          const title = `${singular} ${index + 1}`;
          const buttons = (
            <ListRowButtons
              path={path}
              index={index}
              of={title}
              isLast={index === live.length - 1}
              mayRemove={live.length > field.least}
              move={(by) => move(row, by)}
              remove={() => remove(row)}
            />
          );
          const head = { title, buttons };
          const controls = renderEntry(rowPath, row.value, isFolded ? undefined : head);
          return (
            <li key={row.key} hidden={row.isRemoved} className={ruledClass}>
              <fieldset
                id={isGroup && !row.isRemoved ? rowPath : undefined}
                disabled={row.isRemoved}
                tabIndex={-1}
                data-row=""
                className={`min-w-0 scroll-mt-28 outline-none ${isLow ? "" : "pt-2 pb-5"}`}
              >
                <legend className="sr-only">{title}</legend>
                {isFolded ? (
                  <FoldedEntry
                    item={field.item}
                    path={rowPath}
                    value={row.value}
                    isNew={JSON.stringify(row.value) === empty}
                    head={head}
                  >
                    {controls}
                  </FoldedEntry>
                ) : isLow ? (
                  <div className="slim-entry">
                    <span aria-hidden="true" className="font-semibold">
                      {title}
                    </span>
                    <div className="short-fields">{controls}</div>
                    {buttons}
                  </div>
                ) : isGroup ? (
                  <>
                    <EntryHeadLine head={head} />
                    <div className="short-fields mt-2">{controls}</div>
                  </>
                ) : (
                  controls
                )}
              </fieldset>
            </li>
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="mt-3 flex flex-wrap items-start justify-between gap-4">
        {!isFixedLength && (
          <button
            type="submit"
            name="do"
            value={`add:${path}`}
            formNoValidate
            formAction={`#${path}.${live.length}`}
            disabled={live.length >= field.most}
            data-add=""
            className="button quiet min-h-11! px-4! py-1!"
            onClick={(event) => {
              event.preventDefault();
              add();
            }}
          >
            Add {articled(singular)}
          </button>
        )}
        {!inList && !isUsual && (
          <DefaultOffer
            path={path}
            label={field.label}
            text={defaultInWords(field)}
            use={() => edit(field.default.map(newRow), { at: 0, on: "first field" })}
          />
        )}
      </div>
    </fieldset>
  );
}

let lastKey = 1_000_000;
const newRow = (value: unknown): ListRow => ({ key: ++lastKey, value, isRemoved: false });

const singularOf = ({ item, label }: ListField) =>
  "label" in item && item.label ? item.label : label.replace(/s$/, "");
const articled = (noun: string) =>
  `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun.charAt(0).toLowerCase()}${noun.slice(1)}`;

function defaultInWords({ default: items }: ListField): string {
  if (items.length === 0) return "None.";
  return items
    .map((item, at) => `${at + 1}. ${textsIn(item).filter(Boolean).join(" · ")}`)
    .join("\n");
}
