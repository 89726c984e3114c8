import { Link } from "react-router";
import { formatCount } from "#app/values/wording.ts";

const tabClass = [
  "flex min-h-11 min-w-11 shrink-0 items-center gap-1.5 border-b-2 border-transparent whitespace-nowrap",
  "aria-[current]:border-brass aria-[current]:font-semibold hover:text-accent",
].join(" ");

type TabsProps = {
  label: string;
  tabs: readonly { name: string; to: string; count?: number | undefined; isShown: boolean }[];
};

/** The lists of one page. On a phone they are pushed sideways. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav
      aria-label={label}
      className="mb-5 flex gap-5 overflow-x-auto border-b border-line text-base max-sm:-mx-5 max-sm:px-5 sm:gap-6"
    >
      {tabs.map(({ name, to, count, isShown }) => (
        <Link key={to} to={to} aria-current={isShown ? "page" : undefined} className={tabClass}>
          {name}
          {count !== undefined && (
            <span className="text-soft tabular-nums"> {formatCount(count)}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
