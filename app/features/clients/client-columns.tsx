import type { ReactNode } from "react";

type Parts = { history: ReactNode; next: ReactNode; notes: ReactNode };

const besideClass = "min-w-0 xl:border-l xl:border-line xl:pl-8";

/** What comes next, what has been, the notes; on a wide screen the history is at the left of both. */
export function ClientColumns({ history, next, notes }: Parts) {
  return (
    <div className="grid gap-10 xl:grid-cols-[minmax(0,1fr)_23rem] xl:grid-rows-[auto_1fr] xl:gap-y-0">
      <section className="min-w-0 xl:row-span-2">{history}</section>
      <div className={`flex flex-col gap-8 max-xl:order-first ${besideClass}`}>{next}</div>
      <div className={`xl:pt-8 ${besideClass}`}>{notes}</div>
    </div>
  );
}
