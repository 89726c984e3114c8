import type { ComponentProps, ReactNode } from "react";

export function TickLine({
  children,
  ...input
}: ComponentProps<"input"> & { children: ReactNode }) {
  return (
    <li>
      <label className="flex items-start gap-3 py-2">
        <input {...input} type="checkbox" className="mt-1 size-5 shrink-0 accent-(--fill)" />
        <span className="min-w-0 grow wrap-anywhere">{children}</span>
      </label>
    </li>
  );
}
