import { type ReactNode, type SyntheticEvent, useEffect } from "react";
import { href, Link } from "react-router";
import { isPlainPath } from "#app/content/calendars.ts";
import { Anchor } from "./anchor.tsx";
import { Spinner } from "./spinner.tsx";
import { parsedUrl } from "#app/values/older-browsers.ts";

/** In pixels; `space` is reserved while the frame may come. */
const heights = {
  600: { space: "min-h-[600px]", frame: "h-[600px]" },
  800: { space: "min-h-[800px]", frame: "h-[800px]" },
};

type EmbedProps = {
  src: string;
  title: string;
  height: keyof typeof heights;
  /** Nothing is loaded from the other site before. */
  wanted?: boolean;
  children: ReactNode;
  aside?: ReactNode;
};

/** Inline script and CSS show a card until the frame loads or if it fails, before hydration too. */
export function Embed({ src, title, height, wanted = true, children, aside }: EmbedProps) {
  const isOwn = isPlainPath(src);
  const valid = isOwn || parsedUrl(src)?.protocol === "https:";
  const loads = valid && wanted;
  useEffect(() => {
    if (!valid) console.error(`Invalid calendar link: ${src}`);
    else if (wanted) dispatchEvent(new Event("embed"));
  }, [src, valid, wanted]);
  return (
    <div className="embed">
      <div className={`grid bg-raised ${loads ? heights[height].space : ""}`}>
        <div
          className={
            "embed-card z-10 col-start-1 row-start-1 grid content-start gap-10 bg-raised p-5 " +
            `md:p-10 ${aside ? "md:grid-cols-2 lg:gap-20" : ""}`
          }
        >
          <div className="flex flex-col items-start gap-6">
            {children}
            <p className="grid flex-wrap gap-3 sm:flex">
              {valid && (
                <Anchor className="button" href={src}>
                  Open the calendar
                </Anchor>
              )}
              <Link to={`${href("/")}#contact`} className="button quiet">
                Ask me for a time
              </Link>
            </p>
            {!valid && <p>The calendar can't be shown here. Email me and we'll find a time.</p>}
            {loads && <Loading src={src} />}
          </div>
          {aside}
        </div>
        {loads && (
          // oxlint-disable-next-line react/iframe-missing-sandbox -- needs scripts and its own origin
          <iframe
            key={src}
            src={src}
            title={title}
            height={height}
            {...(isOwn
              ? { "data-answers": "yes" }
              : { "data-check": `${href("/frame-check")}?address=${encodeURIComponent(src)}` })}
            // After the first paint; a frame without a box is not requested at all.
            loading="lazy"
            className={`col-start-1 row-start-1 w-full ${heights[height].frame}`}
            referrerPolicy="strict-origin"
            onLoad={closeOnEscape}
            suppressHydrationWarning
          />
        )}
      </div>
      {loads && (
        <p className="embed-after wrap max-w-3xl! border-t border-line py-4 text-base">
          <Anchor className="link" href={src}>
            {isOwn ? "Open the calendar on its own page" : "Open the calendar in a new tab"}
          </Anchor>
        </p>
      )}
    </div>
  );
}

/** Keys pressed in the frame don't reach this page. Frames of other sites are out of reach. */
function closeOnEscape({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
  frame.contentDocument?.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") frame.closest("dialog")?.close();
  });
}

function Loading({ src }: { src: string }) {
  return (
    <div className="embed-spinner flex flex-wrap items-center gap-3 text-base" role="status">
      <Spinner />
      <span>Loading calendar...</span>
      <Anchor className="embed-late link" href={src}>
        {isPlainPath(src)
          ? "The calendar is slow today. Open it on its own page."
          : "The calendar is slow today. Open it in a new tab."}
      </Anchor>
    </div>
  );
}
