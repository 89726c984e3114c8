import type { LinePath } from "./line-paths.ts";

export function Line({
  line,
  className,
  draw = false,
}: {
  line: LinePath;
  className?: string;
  draw?: boolean;
}) {
  return (
    <svg
      aria-hidden="true"
      viewBox={line.viewBox}
      preserveAspectRatio="xMinYMid"
      fill="none"
      className={className}
    >
      <path
        d={line.d}
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        {...(draw && { className: "draw", pathLength: 1 })}
      />
    </svg>
  );
}
