import { useEffect, useRef } from "react";
import { href } from "react-router";

/** A document's page, small: nothing in it can be read out, focused or run. */
export function PagePicture({ document: name }: { document: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  // Without scripts of its own the page knows only what the system prefers.
  const showTheme = () => {
    const root = frame.current?.contentDocument?.documentElement;
    if (root) root.dataset.theme = document.documentElement.dataset.theme ?? "system";
  };
  useEffect(showTheme, []);
  return (
    <div aria-hidden="true" inert className="page-picture">
      <iframe
        ref={frame}
        src={href("/admin/site/:document/preview", { document: name })}
        title={name}
        loading="lazy"
        tabIndex={-1}
        sandbox="allow-same-origin"
        onLoad={showTheme}
      />
    </div>
  );
}
