import type { ReactNode } from "react";
import { Line } from "./line.tsx";
import { dividerLine } from "./line-paths.ts";

export function PageIntro({
  eyebrow,
  heading,
  id,
  children,
}: {
  eyebrow: string;
  heading: string;
  id?: string;
  children?: ReactNode;
}) {
  return (
    <div id={id} className="wrap flex flex-col items-start gap-5 pb-8 pt-12 lg:pt-20">
      <p className="eyebrow">{eyebrow}</p>
      <h1 className="display-1 max-w-4xl">{heading}</h1>
      {children && (
        <div className="measure flex flex-col items-start gap-5 text-lg">{children}</div>
      )}
    </div>
  );
}

export function Section({
  heading,
  id,
  raised = false,
  children,
}: {
  heading: string;
  id?: string;
  raised?: boolean;
  children: ReactNode;
}) {
  return (
    <section id={id} className={raised ? "bg-raised" : undefined}>
      <div className="wrap grid gap-6 py-14 lg:grid-cols-[18rem_1fr] lg:gap-16 lg:py-20">
        <h2 className="display-2">{heading}</h2>
        <div>{children}</div>
      </div>
    </section>
  );
}

export function Divider() {
  return <Line line={dividerLine} className="wrap block h-10 text-brass" />;
}

export function Points({ points }: { points: readonly { title: string; text: string }[] }) {
  return (
    <ul className="grid gap-x-10 sm:grid-cols-2">
      {points.map(({ title, text }, index) => (
        <li key={index} className="border-t border-line pb-7 pt-5">
          <h3 className="display-3">{title}</h3>
          <p className="mt-1 text-soft">{text}</p>
        </li>
      ))}
    </ul>
  );
}
