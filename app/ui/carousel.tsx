import { type ReactNode, useRef } from "react";
import { ArrowLeft, ArrowRight } from "#app/ui/icons.gen.tsx";
import { motion } from "./motion.ts";

type CarouselProps = {
  heading: string;
  label: string;
  /** As in 'Next testimonial'. */
  noun: string;
  slides: readonly { key: string; content: ReactNode }[];
  slideClass?: string;
};

/** In pixels, from left to right. */
function snapPositions(row: HTMLElement): number[] {
  const last = row.scrollWidth - row.clientWidth;
  const start = (row.firstElementChild as HTMLElement | null)?.offsetLeft ?? 0;
  return [
    ...new Set(
      Array.from(row.children, (slide) =>
        Math.min((slide as HTMLElement).offsetLeft - start, last),
      ),
    ),
  ];
}

/** It never moves by itself, so it needs no pause button. Without scripts it still scrolls. */
export function Carousel({
  heading,
  label,
  noun,
  slides,
  slideClass = "basis-full",
}: CarouselProps) {
  const track = useRef<HTMLUListElement>(null);
  // Clicks during a smooth scroll count from its target.
  const goal = useRef<number | null>(null);
  const move = (step: 1 | -1) => {
    const row = track.current;
    if (!row) return;
    const positions = snapPositions(row);
    const distances = positions.map((position) => Math.abs(position - row.scrollLeft));
    const from = goal.current ?? distances.indexOf(Math.min(...distances));
    goal.current = (from + step + positions.length) % positions.length;
    row.scrollTo({
      left: positions[goal.current]!,
      behavior: motion(),
    });
  };
  const button =
    "flex size-11 cursor-pointer items-center justify-center rounded-full border border-edge hover:text-accent";
  return (
    <section aria-roledescription="carousel" aria-label={label} className="wrap py-14 lg:py-20">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="display-2">{heading}</h2>
        <div className="flex items-center gap-3">
          <button type="button" className={button} onClick={() => move(-1)}>
            <ArrowLeft size={18} />
            <span className="sr-only">Previous {noun}</span>
          </button>
          <button type="button" className={button} onClick={() => move(1)}>
            <ArrowRight size={18} />
            <span className="sr-only">Next {noun}</span>
          </button>
        </div>
      </div>
      <ul
        ref={track}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
        tabIndex={0}
        aria-label={label}
        className="track mt-6"
        onScrollEnd={() => (goal.current = null)}
      >
        {slides.map(({ key, content }, index) => (
          <li
            key={key}
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}`}
            className={`shrink-0 ${slideClass}`}
          >
            {content}
          </li>
        ))}
      </ul>
    </section>
  );
}
