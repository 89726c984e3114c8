import { data, href, Link } from "react-router";
import { content } from "#app/content/content.ts";
import { MailingBody, type MailingParts } from "#app/features/newsletter/mailing-body.tsx";
import { getLetter } from "#app/features/newsletter/mailing-queries.server.ts";
import { beginningOf } from "#app/features/newsletter/mailing.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { NotFound } from "#app/ui/error-page.tsx";
import { letterPath } from "#app/ui/letter-path.ts";
import { notFoundMeta } from "#app/ui/meta.ts";
import { longDay, melbourneDay } from "#app/values/calendar.ts";
import { cutCharacters } from "#app/values/text.ts";
import { letterMeta } from "./letters.tsx";
import type { Route } from "./+types/letter";

export async function loader({ params: { slug } }: Route.LoaderArgs) {
  const letter = await getLetter(getDb(), slug);
  if (!letter) return data({ letter: null }, 404);
  return data({ letter: { ...letter, sentOn: longDay(melbourneDay(letter.sentAt!)) } });
}

export const meta = ({ loaderData, params: { slug } }: Route.MetaArgs) => {
  const letter = loaderData?.letter;
  if (!letter) return notFoundMeta();
  return letterMeta(letter.subject, cutCharacters(beginningOf(letter.body), 160), letterPath(slug));
};

const parts: MailingParts = {
  Heading: ({ children }) => <h2 className="display-3 mt-4">{children}</h2>,
  Paragraph: ({ children }) => <p>{children}</p>,
  Link: ({ href: url, children }) => (
    <a className="link" href={url}>
      {children}
    </a>
  ),
  Picture: ({ src, alt, width, height }) => (
    <img src={src} alt={alt} width={width} height={height} className="h-auto w-full rounded-sm" />
  ),
  Button: ({ href: url, children }) => (
    <p>
      <a className="button" href={url}>
        {children}
      </a>
    </p>
  ),
};

export default function Letter({ loaderData: { letter } }: Route.ComponentProps) {
  if (!letter) return <NotFound />;
  return (
    <main className="wrap pt-10 pb-8 lg:pt-14">
      <article className="measure flex flex-col gap-5 text-lg wrap-anywhere">
        <p className="eyebrow">
          {content().site.newsletter.heading} · {letter.sentOn}
        </p>
        <h1 className="display-page">{letter.subject}</h1>
        <MailingBody mailing={letter} picture={letter.picture} parts={parts} />
      </article>
      <p className="mt-10">
        <Link className="link tall" to={href("/letters")}>
          All letters
        </Link>
      </p>
    </main>
  );
}
