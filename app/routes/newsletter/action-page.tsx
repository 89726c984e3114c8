import { Form, href, Link } from "react-router";
import { content } from "#app/content/content.ts";
import { Line } from "#app/ui/line.tsx";
import { introLine, lostLine } from "#app/ui/line-paths.ts";
import { PageIntro, ShortPage } from "#app/ui/section.tsx";

type Copy = { heading: string; text: string };
type Props = {
  known: boolean;
  done: boolean | undefined;
  ask: Copy & { button: string };
  thanks: Copy;
};

const broken: Copy = {
  heading: "This link is incomplete",
  text: "Please click it in the email; some apps break long links.",
};

export function LinkPage({ known, done, ask, thanks }: Props) {
  const shown = done ? thanks : known && done === undefined ? ask : broken;
  const line = shown === broken ? lostLine : introLine;
  return (
    <ShortPage>
      <PageIntro
        eyebrow={content().site.newsletter.heading}
        heading={shown.heading}
        aside={<Line line={line} draw className="w-full text-brass max-md:h-20" />}
      >
        <p role={done ? "status" : undefined}>{shown.text}</p>
        {shown === ask ? (
          <Form method="post">
            <button type="submit" className="button">
              {ask.button}
            </button>
          </Form>
        ) : (
          <p className="flex flex-wrap gap-3">
            <Link to={href("/")} className="button">
              Return to Home
            </Link>
            {shown === broken && (
              <Link to={href("/newsletter")} className="button quiet">
                Subscribe
              </Link>
            )}
          </p>
        )}
      </PageIntro>
    </ShortPage>
  );
}
