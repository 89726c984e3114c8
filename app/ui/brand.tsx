import { href, Link } from "react-router";
import { content } from "#app/content/content.ts";

/** The name that the wordmark's files show; another one is written. */
const drawnName = "Breath & Key";

/** Only the image of the current theme is fetched: a hidden lazy image is not. */
export function Brand({ compact = false }: { compact?: boolean }) {
  const { brand } = content().site;
  return (
    <Link
      to={href("/")}
      prefetch="intent"
      className="flex min-w-0 items-center gap-2"
      aria-label={`${brand}, home`}
    >
      <Drawing file="mark" width={32} height={32} />
      {brand === drawnName ? (
        <Drawing
          file="wordmark"
          width={220}
          height={48}
          className={compact ? "w-36" : "w-44 sm:w-55"}
        />
      ) : (
        <span className={`font-display leading-tight ${compact ? "text-lg" : "text-2xl"}`}>
          {brand}
        </span>
      )}
    </Link>
  );
}

type Props = { file: string; width: number; height: number; className?: string };

function Drawing({ file, className = "", ...size }: Props) {
  return (["light", "dark"] as const).map((theme) => (
    <img
      key={theme}
      src={`/brand/${file}-${theme}.svg`}
      {...size}
      alt=""
      loading="lazy"
      className={`shrink-0 only-${theme} ${className}`}
    />
  ));
}
