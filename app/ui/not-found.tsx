import { href, Link } from "react-router";
import { Line } from "./line.tsx";
import { lostLine } from "./line-paths.ts";
import { PageIntro, ShortPage } from "./section.tsx";

export function NotFound() {
  return (
    <ShortPage>
      <PageIntro
        eyebrow="404"
        heading="Oops! Page not found"
        aside={<Line line={lostLine} className="w-full text-brass" draw />}
      >
        <p className="text-soft">
          We can't find that page. It may have moved, or the link may be missing a character.
        </p>
        <Link to={href("/")} className="button">
          Return to Home
        </Link>
      </PageIntro>
    </ShortPage>
  );
}
