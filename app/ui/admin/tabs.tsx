import { Link } from "react-router";
import { formatCount } from "#app/values/wording.ts";

const tabClass = [
  "group flex min-h-11 min-w-11 shrink-0 justify-center px-3 whitespace-nowrap",
  "hover:text-accent aria-[current]:font-semibold",
  // Scrolls into view before any script runs, in browsers that can.
  "aria-[current]:[scroll-initial-target:nearest]",
].join(" ");

type TabsProps = {
  label: string;
  tabs: readonly { name: string; to: string; count?: number | undefined; isShown: boolean }[];
  preventScrollReset?: boolean;
};

const nameClass =
  "flex items-center gap-1 border-b-2 sm:gap-1.5 border-transparent forced-colors:border-[Canvas] " +
  "group-aria-[current]:border-brass";

const barClass =
  "tabs mb-5 flex overflow-x-auto border-b border-line text-sm sm:text-base " +
  "max-sm:-mx-5 max-sm:px-2 sm:[&>a:first-child]:-ml-3";

function intoView(tab: HTMLElement | null) {
  const bar = tab?.parentElement;
  if (bar) bar.scrollLeft = tab.offsetLeft - (innerWidth - tab.offsetWidth) / 2;
}

export function Tabs({ label, tabs, preventScrollReset = false }: TabsProps) {
  return (
    <nav aria-label={label} className={barClass}>
      {tabs.map(({ name, to, count, isShown }) => (
        <Link
          key={to}
          ref={isShown ? intoView : undefined}
          to={to}
          preventScrollReset={preventScrollReset}
          aria-current={isShown ? "page" : undefined}
          className={tabClass}
        >
          <span className={nameClass}>
            {name}
            {count !== undefined && (
              <span className="text-soft tabular-nums"> {formatCount(count)}</span>
            )}
          </span>
        </Link>
      ))}
    </nav>
  );
}

type ListTabsProps<Tab extends string> = {
  label: string;
  tabs: Readonly<Record<Tab, { tab: string }>>;
  shown: Tab;
  to: (tab: Tab) => string;
  counts?: Readonly<Record<Tab, number>>;
};

export function ListTabs<Tab extends string>(props: ListTabsProps<Tab>) {
  const { label, tabs, shown, to, counts } = props;
  return (
    <Tabs
      label={label}
      tabs={(Object.keys(tabs) as Tab[]).map((name) => ({
        name: tabs[name].tab,
        to: to(name),
        count: counts?.[name],
        isShown: name === shown,
      }))}
    />
  );
}

export type EditorView = "form" | "preview";

type SwitchProps = { view: EditorView; showView: (view: EditorView) => void; className?: string };

export function ViewSwitch({ view, showView, className = "" }: SwitchProps) {
  return (
    <div role="group" aria-label="Show" className={`${switchClass} ${className}`}>
      {(["form", "preview"] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === view}
          onClick={() => showView(each)}
          className={viewClass}
        >
          {each}
        </button>
      ))}
    </div>
  );
}

const switchClass =
  "flex shrink-0 rounded-sm border border-edge text-base [@media(scripting:none)]:hidden";

export const viewClass =
  "min-h-11 cursor-pointer px-2.5 capitalize sm:px-3 " +
  "aria-pressed:bg-fill aria-pressed:text-on-fill aria-pressed:forced-color-adjust-none";
