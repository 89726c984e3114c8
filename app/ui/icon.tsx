import type { ComponentType, ReactNode } from "react";

type IconProps = {
  /** In pixels. */
  size?: number;
  /** In units of the drawing, which is 24 wide. */
  strokeWidth?: number;
  className?: string;
};

export type Icon = ComponentType<IconProps>;

export const drawn = (shapes: ReactNode): Icon =>
  function DrawnIcon({ size = 24, strokeWidth = 2, className }) {
    return (
      <svg
        aria-hidden="true"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
        className={className}
      >
        {shapes}
      </svg>
    );
  };
