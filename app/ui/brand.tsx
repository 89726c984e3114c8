import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { SiteLink } from "./anchor.tsx";

/** The name that the wordmark files show; other names are written as text. */
const drawnName = "Breath & Key";

const sizes = {
  full: { wordmark: "h-8 max-w-36 sm:h-12 sm:max-w-55", written: "text-2xl" },
  compact: { wordmark: "h-8 max-w-36", written: "text-lg" },
  footer: undefined,
} as const;

/** Her own symbol and wordmark, else the build's symbol and her name in letters. */
export function Brand({ size = "full" }: { size?: keyof typeof sizes }) {
  const { brand, logo } = content().site;
  const symbol = drawingOf("symbol", { light: logo.symbol.name, dark: logo.symbolDark.name });
  const wordmark = drawingOf("wordmark", {
    light: logo.wordmark.name,
    dark: logo.wordmarkDark.name,
  });
  const name = sizes[size] ?? (wordmark && !symbol ? sizes.compact : undefined);
  return (
    <SiteLink
      to={href("/")}
      className="flex min-h-11 min-w-0 items-center gap-2"
      aria-label={`${brand}, home`}
    >
      {/* Her wordmark may hold a symbol of its own. */}
      {symbol && <Drawing {...symbol} className="size-8 shrink-0 object-contain" />}
      {!symbol && !wordmark && mark}
      {name &&
        (wordmark || brand === drawnName ? (
          <Drawing
            {...(wordmark ?? builtWordmark())}
            className={`w-auto min-w-0 object-contain object-left ${name.wordmark}`}
          />
        ) : (
          <span className={`font-display leading-tight ${name.written}`}>{brand}</span>
        ))}
    </SiteLink>
  );
}

type Drawn = { light: string; dark: string; isTurned: boolean; width: number; height: number };

/** In the page: for a file of its own a browser sets up a document. */
const mark = (
  <svg
    aria-hidden="true"
    viewBox="0 0 32 32"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    className="size-8 shrink-0 text-accent"
  >
    <path
      d={
        "M2 17.5c3 0 2.5-12 6-12s2.6 12 5.6 12c2.4 0 1.8-6.5 4.4-6.5h2.3v13.8q0 1.4 1.4 1.4h3.6" +
        "q1.4 0 1.4-1.4v-13.8h3.3"
      }
    />
  </svg>
);

function builtWordmark(): Drawn {
  // A browser keeps a drawing for a day: in other colours it has another address.
  const { palette } = content().site;
  return {
    light: `/brand/wordmark-light.svg?${palette}`,
    dark: `/brand/wordmark-dark.svg?${palette}`,
    isTurned: false,
    width: 220,
    height: 48,
  };
}

/** In the dark theme: black becomes white, and a colour keeps its hue. */
export const turned = "hue-rotate-180 invert";

const boxes = { wordmark: { width: 220, height: 48 }, symbol: { width: 32, height: 32 } };

/** Null without one. */
function drawingOf(
  shape: keyof typeof boxes,
  { light, dark }: { light: string; dark: string },
): Drawn | null {
  const { uploads } = content();
  const found = uploads[light];
  if (!found) return null;
  const box = boxes[shape];
  const scale = Math.min(box.width / found.width, box.height / found.height);
  const other = uploads[dark];
  const path = (id: string, width: number) => href("/media/:file", { file: `${id}-${width}.webp` });
  return {
    light: path(light, found.width),
    dark: other ? path(dark, other.width) : path(light, found.width),
    isTurned: !other,
    width: Math.round(found.width * scale),
    height: Math.round(found.height * scale),
  };
}

/** Browsers don't fetch a hidden lazy image, so only the current theme's is loaded. */
function Drawing({ light, dark, isTurned, className, ...size }: Drawn & { className: string }) {
  return (
    <>
      <img src={light} {...size} alt="" loading="lazy" className={`only-light ${className}`} />
      <img
        src={dark}
        {...size}
        alt=""
        loading="lazy"
        className={`only-dark ${className} ${isTurned ? turned : ""}`}
      />
    </>
  );
}
