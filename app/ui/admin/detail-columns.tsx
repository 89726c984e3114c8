import type { ReactNode } from "react";

type ColumnsProps = {
  side: ReactNode;
  /** Above the rest where there is one column. */
  isSideFirst?: boolean;
  children: ReactNode;
};

const sideClass = [
  "flex min-w-0 flex-col gap-8 empty:hidden",
  "xl:col-start-2 xl:row-start-1 xl:border-l xl:border-line xl:pl-8",
].join(" ");

/** The page of one record: what is done with it, and beside that its facts and history. */
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
