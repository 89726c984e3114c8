import { useEffect, useRef } from "react";
import { href } from "react-router";

export function PagePicture({ document: name }: { document: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  // The framed page runs no scripts and so knows only the system's theme.
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
