import { href, Link } from "react-router";
import { content } from "#app/content/content.ts";

const drawings = [
  { file: "mark", width: 32, height: 32 },
  { file: "wordmark", width: 220, height: 48 },
] as const;

/** Only the image of the current theme is fetched: a hidden lazy image is not. */
export function Brand({ compact = false }: { compact?: boolean }) {
  return (
    <Link
      to={href("/")}
      prefetch="intent"
      className="flex shrink-0 items-center gap-2"
      aria-label={`${content().site.brand}, home`}
    >
      {drawings.flatMap(({ file, width, height }) =>
        (["light", "dark"] as const).map((theme) => (
          <img
            key={file + theme}
            src={`/brand/${file}-${theme}.svg`}
            width={width}
            height={height}
            alt=""
            loading="lazy"
            className={`only-${theme} ${file === "wordmark" ? (compact ? "w-36" : "w-44 sm:w-55") : ""}`}
          />
        )),
      )}
    </Link>
  );
}
