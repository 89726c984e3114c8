import { useEffect } from "react";
import { Anchor } from "./anchor.tsx";

/**
 * Another site's page in a frame, asked for only when this is rendered: a spinner until it is there,
 * a plain link when it has not come after ten seconds. The boot script notes that the frame has
 * loaded and the style sheet does the rest, so none of it waits for the application.
 */
export function Embed({ src, title, height }: { src: string; title: string; height: number }) {
  const valid = URL.canParse(src) && new URL(src).protocol === "https:";
  useEffect(() => {
    if (!valid) console.error(`Invalid calendar link: ${src}`);
  }, [src, valid]);
  if (!valid) return <p className="border-l-4 border-danger bg-raised p-5">The calendar cannot be shown here. Please write to me and we will find a time.</p>;
  return (
    <div className="embed relative border border-line bg-raised">
      <div className="embed-spinner absolute inset-0 flex flex-col items-center justify-center gap-4 bg-raised p-6 text-center" role="status">
        <span aria-hidden="true" className="size-8 animate-spin rounded-full border-2 border-line border-t-accent" />
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
        // Its own connection is for after the words around it.
        loading="lazy"
        className="block w-full"
        referrerPolicy="strict-origin"
        suppressHydrationWarning
      />
    </div>
  );
}
