import { href, Link } from "react-router";
import { content } from "#app/content/content.ts";

/** The name that the wordmark files show; other names are written as text. */
const drawnName = "Breath & Key";

const sizes = {
  full: { wordmark: "w-36 sm:w-55", written: "text-2xl" },
  compact: { wordmark: "w-36", written: "text-lg" },
  footer: undefined,
} as const;

/** Browsers don't fetch a hidden lazy image, so only the current theme's is loaded. */
export function Brand({ size = "full" }: { size?: keyof typeof sizes }) {
  const { brand } = content().site;
  const name = sizes[size];
  return (
    <Link
      to={href("/")}
      className="flex min-h-11 min-w-0 items-center gap-2"
      aria-label={`${brand}, home`}
    >
      <Drawing file="mark" width={32} height={32} className="shrink-0" />
      {name &&
        (brand === drawnName ? (
          <Drawing file="wordmark" width={220} height={48} className={`min-w-0 ${name.wordmark}`} />
        ) : (
          <span className={`font-display leading-tight ${name.written}`}>{brand}</span>
        ))}
    </Link>
  );
}

type Props = { file: string; width: number; height: number; className: string };

function Drawing({ file, className, ...size }: Props) {
  return (["light", "dark"] as const).map((theme) => (
    <img
      key={theme}
      src={`/brand/${file}-${theme}.svg`}
      {...size}
      alt=""
      loading="lazy"
      className={`only-${theme} ${className}`}
    />
  ));
}
