import { type ReactNode, useRef, useState, type RefObject, useEffect } from "react";
import type { ListField } from "#app/content/fields.ts";
import { ruledClass } from "#app/ui/admin/folded.tsx";
import { toast } from "#app/ui/toast.tsx";
import type { Icon } from "#app/ui/icon.tsx";
import { ArrowDown, ArrowUp, X } from "#app/ui/icons.gen.tsx";
import { type EntryHead, EntryHeadLine, DefaultOffer } from "./field-frame.tsx";
import { useEditor, reveal } from "./editor-model.ts";
import { FoldedEntry, isFoldedAmong, isSlim } from "./folds.tsx";
import type { FieldProps } from "./field-control.tsx";
import { textsIn } from "#app/features/site-content/field-text.ts";

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
  const empty = JSON.stringify(field.item.default);
  const singular = field.item.label;
  const edit: typeof change = (edited, focus) => {
    change(edited, focus);
    setTouched(true);
    noteChange(path);
  };
  const add = () => {
    edit([...rows, newRow(field.item.default)], { at: live.length, on: "first field" });
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

const articled = (noun: string) =>
  `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun.charAt(0).toLowerCase()}${noun.slice(1)}`;

function defaultInWords({ default: items }: ListField): string {
  if (items.length === 0) return "None.";
  return items
    .map((item, at) => `${at + 1}. ${textsIn(item).filter(Boolean).join(" · ")}`)
    .join("\n");
}

type RowButtonsProps = {
  path: string;
  index: number;
  of: string;
  isLast: boolean;
  mayRemove: boolean;
  move: (by: -1 | 1) => void;
  remove: () => void;
};

function ListRowButtons({ path, index, of, isLast, mayRemove, move, remove }: RowButtonsProps) {
  const shared = { path, index, of };
  return (
    <span className="flex gap-1">
      <RowButton {...shared} press="up" icon={ArrowUp} idle={index === 0} act={() => move(-1)}>
        Move up
      </RowButton>
      <RowButton {...shared} press="down" icon={ArrowDown} idle={isLast} act={() => move(1)}>
        Move down
      </RowButton>
      {mayRemove && (
        <RowButton {...shared} press="remove" icon={X} idle={false} act={remove}>
          Remove
        </RowButton>
      )}
    </span>
  );
}

type ButtonProps = {
  path: string;
  index: number;
  of: string;
  press: "up" | "down" | "remove";
  icon: Icon;
  /** The button stays focusable when it can't act, so that the focus isn't lost. */
  idle: boolean;
  act: () => void;
  children: string;
};

function RowButton({ path, index, of, press, icon: Icon, idle, act, children }: ButtonProps) {
  const to = { up: index - 1, down: index + 1, remove: Math.max(index - 1, 0) }[press];
  return (
    <button
      type="submit"
      name="do"
      value={`${press}:${path}.${index}`}
      formNoValidate
      formAction={`#${path}.${to}`}
      aria-disabled={idle || undefined}
      data-press={press}
      title={children}
      className={rowButtonClass}
      onClick={(event) => {
        event.preventDefault();
        if (!idle) act();
      }}
    >
      <Icon size={18} strokeWidth={1.7} />
      <span className="sr-only">
        {children} {of}
      </span>
    </button>
  );
}

const rowButtonClass =
  "grid size-9 pointer-coarse:size-11 cursor-pointer place-items-center rounded-sm text-soft hover:text-ink " +
  "aria-disabled:cursor-default aria-disabled:opacity-35";

/** A removed row stays in the page, hidden and disabled, so that Undo restores what was typed. */
type ListRow = { key: number; value: unknown; isRemoved: boolean };

type Focus = { at: number; on: "up" | "down" | "remove" | "first field" };
type Edit = readonly ListRow[] | ((rows: readonly ListRow[]) => readonly ListRow[]);

function useListRows(field: ListField, value: unknown, list: RefObject<HTMLElement | null>) {
  const [rows, setRows] = useState<readonly ListRow[]>(() =>
    (Array.isArray(value) ? value : field.default).map((item: unknown, key) => ({
      key,
      value: item,
      isRemoved: false,
    })),
  );
  const next = useRef<Focus | null>(null);
  useEffect(() => {
    const focus = next.current;
    next.current = null;
    if (focus && list.current) focusRow(list.current, focus);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a row can have the focus once it is there
  }, [rows, list]);
  return {
    rows,
    live: rows.filter(({ isRemoved }) => !isRemoved),
    change(edit: Edit, focus: Focus) {
      next.current = focus;
      setRows(edit);
    },
  };
}

function focusRow(list: HTMLElement, { at, on }: Focus): void {
  const own = list.querySelectorAll<HTMLElement>(":scope > ol > li:not([hidden]) > [data-row]");
  const row = own[Math.max(at, 0)];
  if (row && on === "first field") reveal(row);
  const target =
    on === "first field"
      ? row?.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select")
      : row?.querySelector<HTMLElement>(`[data-press="${on}"]`);
  (target ?? list.querySelector<HTMLElement>(":scope > div [data-add]") ?? list).focus();
}
