import type { ReactNode } from "react";

type Parts = { history: ReactNode; next: ReactNode; notes: ReactNode; data: ReactNode };

const besideClass = [
  "max-xl:contents xl:row-span-2 xl:flex xl:flex-col xl:gap-8",
  "xl:border-l xl:border-line xl:pl-8",
].join(" ");

export function ClientColumns({ history, next, notes, data }: Parts) {
  return (
    <div className="grid gap-10 xl:grid-cols-[minmax(0,1fr)_23rem] xl:grid-rows-[auto_1fr]">
      <section className="min-w-0">{history}</section>
      <div className={besideClass}>
        <div className="flex min-w-0 flex-col gap-8 max-xl:order-first">{next}</div>
        <div className="min-w-0">{notes}</div>
      </div>
      <div className="min-w-0">{data}</div>
    </div>
  );
}
