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
  const drawing = (
    <svg
      aria-hidden="true"
      viewBox={line.viewBox}
      preserveAspectRatio="xMinYMid"
      fill="none"
      className={draw ? "size-full" : className}
    >
      <path
        d={line.d}
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
  return draw ? <div className={`draw ${className}`}>{drawing}</div> : drawing;
}
