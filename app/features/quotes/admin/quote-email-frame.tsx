import { useEffect, useRef, useState } from "react";
import { href } from "react-router";

/** Without scripts a button of the form shows its text here. */
export const emailFrameName = "quote-email";

export const quoteEmailPath = (id: string) => href("/admin/quotes/:id/email", { id });

const settleMs = 250;

type FrameProps = {
  id: string;
  first: string;
  text: string;
};

export function QuoteEmailFrame({ id, first, text }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { html, isOutdated } = useDrawnEmail(quoteEmailPath(id), first, text);
  useEffect(() => show(frame.current!, html), [html]);
  useEffect(() => {
    const shown = frame.current!;
    const observer = new ResizeObserver(() => fit(shown));
    observer.observe(shown);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <p role="status" className="bg-raised px-5 pb-3 font-semibold text-danger empty:hidden">
        {isOutdated &&
          "This preview couldn't be updated. Check that you're online and still signed in."}
      </p>
      <iframe
        ref={frame}
        name={emailFrameName}
        src={quoteEmailPath(id)}
        title="The email as it will look"
        sandbox="allow-same-origin"
        loading="lazy"
        onLoad={({ currentTarget }) => show(currentTarget, html)}
        className="block h-160 w-full"
      />
    </>
  );
}

/** The email of the last text drawn after a pause; null while that is the first. */
function useDrawnEmail(path: string, first: string, text: string) {
  const drawn = useRef(first);
  const [html, setHtml] = useState<string | null>(null);
  const [undrawn, setUndrawn] = useState<string | null>(null);
  useEffect(() => {
    if (text === drawn.current) return;
    const outdated = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await draw(path, text, outdated.signal);
      if (outdated.signal.aborted) return;
      if (answer === null) return setUndrawn(text);
      drawn.current = text;
      setUndrawn(null);
      setHtml(answer);
    }, settleMs);
    return () => {
      clearTimeout(timer);
      outdated.abort();
    };
  }, [path, text]);
  return { html, isOutdated: undrawn === text };
}

/** Null without an answer, or with that of the sign-in page. */
async function draw(path: string, body: string, signal: AbortSignal): Promise<string | null> {
  try {
    const form = new URLSearchParams({ body });
    const answer = await fetch(path, { method: "POST", body: form, signal });
    return answer.ok && !answer.redirected ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** Uses the frame's own document, whose policy allows an email's styles, and adds no history. */
function show(frame: HTMLIFrameElement, html: string | null): void {
  const { contentDocument } = frame;
  // A frame's initial empty page has the policy of the page around it.
  if (!contentDocument || contentDocument.URL === "about:blank") return;
  if (html !== null) contentDocument.documentElement.innerHTML = html;
  fit(frame);
}

function fit(frame: HTMLIFrameElement): void {
  const height = frame.contentDocument?.body?.offsetHeight;
  if (height) frame.style.height = `${height}px`;
}
