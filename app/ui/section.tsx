import type { ReactNode } from "react";
import { Line } from "./line.tsx";
import { dividerLine, introLine } from "./line-paths.ts";
import { Picture } from "./picture.tsx";
import { Anchor } from "./anchor.tsx";
import { linked } from "./linked.tsx";

type PageIntroProps = {
  eyebrow?: string;
  heading: string;
  id?: string;
  aside?: ReactNode;
  wide?: boolean;
  children?: ReactNode;
};

/**
 * `eyebrow`: only where it says more than the heading. `aside`: right half, below on a phone.
 * `wide`: half a tablet would be too narrow for the aside.
 */
export function PageIntro({ eyebrow, heading, id, aside, wide = false, children }: PageIntroProps) {
  const columns = wide ? "lg:grid-cols-2" : "md:grid-cols-[1.25fr_1fr]";
  return (
    <div
      id={id}
      className={`wrap grid items-center gap-10 pb-8 pt-10 lg:gap-16 lg:pt-14 ${columns}`}
    >
      <div className="flex flex-col items-start gap-5">
        {eyebrow && <p className="eyebrow">{eyebrow}</p>}
        <h1 className="display-page">{heading}</h1>
        {children && (
          <div className="measure flex flex-col items-start gap-5 text-lg">{children}</div>
        )}
      </div>
      {aside}
    </div>
  );
}

/** `full`: fills a phone's screen, so that it starts as high as other pages. */
export const ShortPage = ({ full = false, children }: { full?: boolean; children: ReactNode }) => (
  <main
    className={`grid min-h-[calc(100svh-16rem)] md:items-center ${full ? "items-start" : "items-center"}`}
  >
    {children}
  </main>
);

const shapes = {
  portrait: {
    aspect: "aspect-[4/5]",
    sizes: "(min-width: 75rem) 29rem, (min-width: 48rem) 40vw, 92vw",
  },
  landscape: {
    aspect: "aspect-[3/2]",
    sizes: "(min-width: 75rem) 34rem, (min-width: 64rem) 45vw, 92vw",
  },
} as const;

type IntroPictureProps = { name: string; alt: string; shape: keyof typeof shapes };

/** In the first view, so never higher than the screen. */
export function IntroPicture({ shape, ...picture }: IntroPictureProps) {
  return (
    <Picture
      {...picture}
      priority
      sizes={shapes[shape].sizes}
      className={`max-h-[calc(100svh-8rem)] w-full rounded-sm object-cover ${shapes[shape].aspect}`}
    />
  );
}

export function IntroLine() {
  return <Line line={introLine} draw className="w-full text-brass max-md:hidden" />;
}

type SectionProps = { heading: string; id?: string; raised?: boolean; children: ReactNode };

export function Section({ heading, id, raised = false, children }: SectionProps) {
  return (
    <section id={id} className={raised ? "bg-raised" : undefined}>
      <div
        className={
          "wrap grid gap-6 py-10 md:grid-cols-[13rem_1fr] md:gap-10 " +
          "lg:grid-cols-[18rem_1fr] lg:gap-16 lg:py-20"
        }
      >
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
        <li key={index} className="border-t border-line py-4 sm:pb-7">
          <h3 className="display-3">{title}</h3>
          <p className="mt-1 text-soft">{linked(text)}</p>
        </li>
      ))}
    </ul>
  );
}

type OnwardProps = { links: readonly { name: string; href: string | null }[] };

/** Leaves out what has no address, such as a hidden page. */
export function Onward({ links }: OnwardProps) {
  const shown = links.flatMap(({ name, href }) => (href ? [{ name, href }] : []));
  if (shown.length === 0) return null;
  return (
    <ul className="border-b border-line">
      {shown.map(({ name, href }) => (
        <li
          key={href}
          className="group relative display-3 border-t border-line py-4 font-display leading-snug text-balance"
        >
          <CardLink href={href}>{name}</CardLink>
        </li>
      ))}
    </ul>
  );
}

/** The whole card, which must be `group relative`, is the link's target. */
export function CardLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <>
      <Anchor href={href} className="after:absolute after:inset-0 group-hover:text-accent">
        {children}
      </Anchor>{" "}
      <span aria-hidden="true" className="text-accent">
        →
      </span>
    </>
  );
}
