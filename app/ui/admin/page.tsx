import type { ReactNode } from "react";
import { Link } from "react-router";

const headClass =
  "mb-5 flex flex-wrap items-center justify-between gap-3 sm:gap-x-6 [&_.button]:max-sm:px-4";

export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={headClass}>
      <h1 className="display-3 wrap-anywhere">{title}</h1>
      {children && (
        <div className="no-print flex flex-wrap items-center gap-x-6 gap-y-2">{children}</div>
      )}
    </div>
  );
}

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <p className="no-print mb-3 text-base">
      <Link to={to} className="link tall">
        {children}
      </Link>
    </p>
  );
}

type ColumnsProps = {
  side: ReactNode;
  isSideFirst?: boolean;
  children: ReactNode;
};

const sideClass =
  "flex min-w-0 flex-col gap-8 empty:hidden " +
  "xl:col-start-2 xl:row-start-1 xl:border-l xl:border-line xl:pl-8";

export function DetailColumns({ side, isSideFirst = false, children }: ColumnsProps) {
  const columns = [
    <div key="main" className="flex min-w-0 flex-col gap-8">
      {children}
    </div>,
    <div key="side" className={sideClass}>
      {side}
    </div>,
  ];
  return (
    <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_23rem]">
      {isSideFirst ? columns.toReversed() : columns}
    </div>
  );
}

/** `One · two`. At the start of a line the separator is cut off at the edge. */
export function Parts({ of }: { of: readonly ReactNode[] }) {
  return (
    <span className="block overflow-x-clip">
      <span className="-ml-5 flex flex-wrap">
        {of.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the parts never move
          <span key={index} className="relative pl-5">
            {index > 0 && (
              <span aria-hidden="true" className="absolute left-0 w-5 text-center">
                {" · "}
              </span>
            )}
            {part}
          </span>
        ))}
      </span>
    </span>
  );
}
