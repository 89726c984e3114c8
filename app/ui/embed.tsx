import { useEffect } from "react";
import { Anchor } from "./anchor.tsx";

/** In pixels; the place is kept while the frame is not there. */
const heights = { 600: "h-[600px]", 800: "h-[800px]" };

/**
 * Another site's page in a frame, asked for only when this is rendered: a spinner until it is there,
 * a plain link when it has not come after ten seconds. The boot script notes that the frame has
 * loaded and the style sheet does the rest, so none of it waits for the application.
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
        The calendar cannot be shown here. Please write to me and we will find a time.
      </p>
    );
  return (
    <div className={`embed relative box-content border border-line bg-raised ${heights[height]}`}>
      <div
        className="embed-spinner absolute inset-0 flex flex-col items-center justify-center gap-4 bg-raised p-6 text-center"
        role="status"
      >
        <span
          aria-hidden="true"
          className="size-8 animate-spin rounded-full border-2 border-line border-t-accent"
        />
        <span>Loading calendar...</span>
        <Anchor className="embed-late link" href={src}>
          It is taking long. Open the calendar in a new tab
        </Anchor>
      </div>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a scheduler needs scripts and its own origin, and a sandbox with both is none */}
      <iframe
        src={src}
        title={title}
        height={height}
        // Its own connection is for after the words around it: it gets a box with the first paint, and without one is not asked for.
        loading="lazy"
        className="size-full"
        referrerPolicy="strict-origin"
        suppressHydrationWarning
      />
    </div>
  );
}
