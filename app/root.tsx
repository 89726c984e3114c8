import { useEffect, type ReactNode } from "react";
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from "react-router";
import { pagesAhead } from "#app/ui/pages-ahead.ts";
import { Toasts } from "#app/ui/toast.tsx";
import css from "./app.css?inline";
import faces from "./fonts/faces.css?inline";
import boot from "./ui/boot.ts?script";
import { NotFound } from "./ui/not-found.tsx";
import { Trouble } from "./ui/trouble.tsx";

/* Rendered into the document by the server only: the browser neither needs nor loads them again. */
const inlineCss = import.meta.env.SSR ? css : "";
const inlineFaces = import.meta.env.SSR ? faces : "";
const inlineRules = import.meta.env.SSR ? JSON.stringify(pagesAhead) : "";
const inlineBoot = import.meta.env.SSR ? boot : "";

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-AU" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The web fonts wait for the first paint where a script can say when that was. */}
        <style id="faces" media="(scripting: none)" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: inlineFaces }} />
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: inlineBoot }} />
        <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: inlineCss }} />
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <Links />
      </head>
      <body>
        {children}
        <Toasts />
        <script type="speculationrules" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: inlineRules }} />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
    dispatchEvent(new Event("hydrated"));
  }, []);
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <Trouble />;
}
