import type { ReactNode } from "react";

const headClass = [
  "mb-5 flex flex-wrap items-center justify-between gap-3 sm:gap-x-6",
  "[&_.button]:max-sm:px-4",
].join(" ");

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
