import { useContext, useEffect, type ReactNode } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
} from "react-router";
import { contentState } from "#app/content/content.ts";
import { InlineHeadContext, InlineHeadElements } from "#app/document/inline-head.tsx";
import { Toasts } from "#app/ui/toast.tsx";
import { ErrorPage, NotFound } from "#app/ui/error-page.tsx";

export function Layout({ children }: { children: ReactNode }) {
  const isPlain = useContext(InlineHeadContext)?.isPlain;
  return (
    <html
      lang="en-AU"
      data-content={isPlain ? undefined : contentState().url}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <InlineHeadElements />
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <Links />
      </head>
      <body>
        {children}
        {/* One by one: React's ids tell how many stand beside the page. */}
        {!isPlain && <Toasts />}
        {!isPlain && <ScrollRestoration />}
        {!isPlain && <Scripts />}
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
  return <ErrorPage />;
}
