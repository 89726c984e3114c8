import { href, Link } from "react-router";
import { Line } from "./line.tsx";
import { lostLine } from "./line-paths.ts";

export function NotFound() {
  return (
    <main className="wrap flex min-h-[70vh] flex-col justify-center gap-6 py-20">
      <Line line={lostLine} className="w-full max-w-xl text-brass" draw />
      <p className="eyebrow">404</p>
      <h1 className="display-2">Oops! Page not found</h1>
      <p className="measure text-soft">
        We can't find that page. It may have moved, or the link may be missing a character.
      </p>
      <p>
        <Link to={href("/")} className="button">
          Return to Home
        </Link>
      </p>
    </main>
  );
}
