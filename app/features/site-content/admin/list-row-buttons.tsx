import type { Icon } from "#app/ui/icon.tsx";
import { ArrowDown, ArrowUp, X } from "#app/ui/icons.gen.tsx";

type RowButtonsProps = {
  path: string;
  index: number;
  of: string;
  isLast: boolean;
  mayRemove: boolean;
  move: (by: -1 | 1) => void;
  remove: () => void;
};

export function ListRowButtons({
  path,
  index,
  of,
  isLast,
  mayRemove,
  move,
  remove,
}: RowButtonsProps) {
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
