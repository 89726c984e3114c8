import type { LinePath } from "./line-paths.ts";

export function Line({
  line,
  className,
  draw = false,
  cropped = false,
}: {
  line: LinePath;
  className?: string;
  draw?: boolean;
  /** Fills its box with the middle of the line, where the box is narrower. */
  cropped?: boolean;
}) {
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
        // One weight of line, however small it is drawn.
        vectorEffect="non-scaling-stroke"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
  return draw ? <div className={`draw ${className}`}>{drawing}</div> : drawing;
}
