import { useEffect } from "react";
import { href, useRouteError, Link } from "react-router";
import { content } from "#app/content/content.ts";
import { unreached } from "./unreached.ts";
import { Line } from "./line.tsx";
import { lostLine } from "./line-paths.ts";
import { PageIntro, ShortPage } from "./section.tsx";

/** `as`: "div" inside a page that has its own `main` and title. */
export function ErrorPage({ as = "main" }: { as?: "main" | "div" }) {
  const { email } = content().site;
  const Frame = as;
  const isUnreached = unreached(useRouteError());
  if (isUnreached) return <Unreached title={isUnreached} as={as} />;
  return (
    <Frame className="wrap flex min-h-[70vh] flex-col justify-center gap-6 py-20">
      {as === "main" && <title>Something went wrong</title>}
      <h1 className="display-2">Something went wrong</h1>
      <p className="measure">
        It's our fault, not yours. Please try again in a moment, or email{" "}
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>
        .
      </p>
      <p>
        <a href={href("/")} className="button">
          Return to Home
        </a>
      </p>
    </Frame>
  );
}

function Unreached({ title, as: Frame }: { title: string; as: "main" | "div" }) {
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener("online", reload);
    return () => removeEventListener("online", reload);
  }, []);
  return (
    <Frame className="wrap flex min-h-[70vh] flex-col items-start justify-center gap-6 py-20">
      {Frame === "main" && <title>{title}</title>}
      <h1 className="display-2">{title}</h1>
      <p className="measure">Please try again in a moment.</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        Try again
      </button>
    </Frame>
  );
}

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
