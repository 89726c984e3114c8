import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { MyEmail } from "./my-email.tsx";
import { Line } from "./line.tsx";
import { emptyLine, lostLine } from "#app/ui/line-paths.ts";

export function PageMessage({
  heading,
  message,
  loading = false,
  narrow = false,
  retry,
  children,
}: {
  heading: string;
  message?: string;
  loading?: boolean;
  /** As wide as the booking pages, which other pages may frame. */
  narrow?: boolean;
  retry?: () => void;
  children?: ReactNode;
}) {
  return (
    <main
      className={
        "wrap grid items-center gap-10 py-16 md:grid-cols-[1.25fr_1fr] " +
        (narrow ? "max-w-3xl!" : "lg:py-28")
      }
    >
      <div className="flex flex-col items-start gap-6">
        <Line
          line={emptyLine}
          className={`w-48 text-brass ${loading ? "animate-pulse" : "md:hidden"}`}
        />
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
            <Link to={href("/")} className="button" {...(narrow && { target: "_top" })}>
              Back to Home
            </Link>
            {retry && (
              <button type="button" className="button quiet" onClick={retry}>
                Try again
              </button>
            )}
          </p>
        )}
      </div>
      {!loading && <Line line={lostLine} className="w-full text-brass max-md:hidden" />}
    </main>
  );
}

export function AboutTheLink() {
  return (
    <p className="measure">
      The link may have lost a character on the way. Open it again from my email, or write to{" "}
      <MyEmail />.
    </p>
  );
}
