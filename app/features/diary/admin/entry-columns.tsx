import type { ReactNode } from "react";
import { TextField } from "#app/ui/fields.tsx";
import type { FieldOf } from "./new-entry-form.tsx";

type ColumnsProps = {
  what: ReactNode;
  when: ReactNode;
  children: ReactNode;
};

const whenClass = [
  "flex flex-col gap-5 xl:col-start-2 xl:row-span-2 xl:row-start-1",
  "xl:border-l xl:border-line xl:pl-8",
].join(" ");

/** On a narrow screen the time comes before the details. */
export function EntryColumns({ what, when, children }: ColumnsProps) {
  return (
    <div className="grid gap-x-10 gap-y-5 max-xl:max-w-4xl xl:grid-cols-[minmax(0,1fr)_24rem] xl:grid-rows-[auto_1fr]">
      <div className="flex flex-col gap-5">{what}</div>
      <div className={whenClass}>{when}</div>
      <div className="flex flex-col gap-5">{children}</div>
    </div>
  );
}

export const TimePair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-x-3 gap-y-5">{children}</div>
);

export const OwnerNote = ({ field }: { field: FieldOf }) => (
  <TextField {...field("ownerNote")} label="Your note" hint="Only you see it." rows={2} optional />
);
