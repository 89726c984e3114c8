import type { ReactNode } from "react";

type ColumnsProps = {
  side: ReactNode;
  isSideFirst?: boolean;
  children: ReactNode;
};

const sideClass = [
  "flex min-w-0 flex-col gap-8 empty:hidden",
  "xl:col-start-2 xl:row-start-1 xl:border-l xl:border-line xl:pl-8",
].join(" ");

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
