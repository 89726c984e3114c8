import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { Line } from "#app/ui/line.tsx";
import { emptyLine } from "#app/ui/line-paths.ts";

/** In place of what a link leads to: loading, missing or failed. */
export function PageMessage({
  heading,
  message,
  loading = false,
  retry,
  children,
}: {
  heading: string;
  message?: string;
  loading?: boolean;
  retry?: () => void;
  children?: ReactNode;
}) {
  return (
    <main className="wrap flex flex-col items-start gap-6 py-20 lg:py-28">
      <Line line={emptyLine} className={`w-48 text-brass ${loading ? "animate-pulse" : ""}`} />
      {loading ? (
        <p role="status" className="display-3">
          {heading}
        </p>
      ) : (
        <h1 className="display-2">{heading}</h1>
      )}
      {message && <p className="measure text-lg">{message}</p>}
      {children}
      {!loading && (
        <p className="flex flex-wrap gap-3">
          <Link to={href("/")} className="button">
            Back to Home
          </Link>
          {retry && (
            <button type="button" className="button quiet" onClick={retry}>
              Try again
            </button>
          )}
        </p>
      )}
    </main>
  );
}
