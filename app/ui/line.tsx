import type { LinePath } from "./line-paths.ts";

type LineProps = { line: LinePath; className?: string; draw?: boolean; cropped?: boolean };

export function Line({ line, className, draw = false, cropped = false }: LineProps) {
  const drawing = (
    <svg
      aria-hidden="true"
      viewBox={line.viewBox}
      preserveAspectRatio={cropped ? "xMidYMid slice" : "xMinYMid"}
      fill="none"
      className={draw ? "size-full" : className}
    >
      <path
        d={line.d}
        stroke="currentColor"
        strokeWidth="1.5"
        // Keeps the stroke's weight at every size.
        vectorEffect="non-scaling-stroke"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
  return draw ? <div className={`draw ${className}`}>{drawing}</div> : drawing;
}
