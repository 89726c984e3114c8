import type { ReactNode } from "react";
import { Line } from "./line.tsx";
import { emptyLine } from "./line-paths.ts";

type EmptyProps = {
  hint?: ReactNode;
  children: ReactNode;
};

export function EmptyList({ hint, children }: EmptyProps) {
  return (
    <div className="flex flex-col items-start gap-2 py-10">
      <Line line={emptyLine} className="mb-3 w-48 text-brass" />
      <p>{children}</p>
      {hint && <p className="text-soft">{hint}</p>}
    </div>
  );
}

export function LoadFailed({ children, href }: { children: string; href: string }) {
  return (
    <div role="alert" className="border-l-4 border-danger bg-raised p-4">
      <p className="font-semibold">{children}</p>
      <a className="link" href={href}>
        Try again
      </a>
    </div>
  );
}
