import { useEffect } from "react";
import { Anchor } from "./anchor.tsx";

/** In pixels; the space is kept until the frame has loaded. */
const heights = { 600: "h-[600px]", 800: "h-[800px]" };

/**
 * Another site's page in a frame: a spinner until it has loaded, and a plain link after ten seconds.
 * The inline script notes that it has loaded and the stylesheet does the rest, before hydration too.
 */
export function Embed({
  src,
  title,
  height,
}: {
  src: string;
  title: string;
  height: keyof typeof heights;
}) {
  const valid = URL.canParse(src) && new URL(src).protocol === "https:";
  useEffect(() => {
    if (!valid) console.error(`Invalid calendar link: ${src}`);
  }, [src, valid]);
  if (!valid)
    return (
      <p className="border-l-4 border-danger bg-raised p-5">
        The calendar can't be shown here. Email me and we'll find a time.
      </p>
    );
  return (
    <div className={`embed relative box-content border border-line bg-raised ${heights[height]}`}>
      <div
        className={
          "embed-spinner absolute inset-0 flex flex-col items-center justify-center gap-4 " +
          "bg-raised p-6 text-center"
        }
        role="status"
      >
        <span
          aria-hidden="true"
          className="size-8 animate-spin rounded-full border-2 border-line border-t-accent"
        />
        <span>Loading calendar...</span>
        <Anchor className="embed-late link" href={src}>
          The calendar is slow today. Open it in a new tab.
        </Anchor>
      </div>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- needs scripts and its own origin */}
      <iframe
        src={src}
        title={title}
        height={height}
        // After the page's own first paint; a frame without a box is not requested at all.
        loading="lazy"
        className="size-full"
        referrerPolicy="strict-origin"
        suppressHydrationWarning
      />
    </div>
  );
}
