import { data, href, Link, type MetaDescriptor } from "react-router";
import { content } from "#app/content/content.ts";
import { origin } from "#app/document/origin.ts";
import { listLetters } from "#app/features/newsletter/mailing-queries.server.ts";
import { beginningOf } from "#app/features/newsletter/mailing.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { NotFound } from "#app/ui/error-page.tsx";
import { letterPath } from "#app/ui/letter-path.ts";
import { notFoundMeta } from "#app/ui/meta.ts";
import { IntroLine, PageIntro } from "#app/ui/section.tsx";
import { longDay, melbourneDay } from "#app/values/calendar.ts";
import { cutCharacters } from "#app/values/text.ts";
import type { Route } from "./+types/letters";

/** Hidden until the first is sent. */
export async function loader() {
  const found = await listLetters(getDb());
  const letters = found.map(({ slug, subject, body, sentAt }) => ({
    slug: slug!,
    subject,
    beginning: cutCharacters(beginningOf(body), 200),
    sentOn: longDay(melbourneDay(sentAt!)),
  }));
  return data({ letters }, letters.length > 0 ? 200 : 404);
}

export function letterMeta(title: string, description: string, path: string): MetaDescriptor[] {
  const url = origin() + path;
  const feed = origin() + href("/letters/feed.atom");
  return [
    { title: `${title} · ${content().site.brand}` },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { tagName: "link", rel: "alternate", type: "application/atom+xml", href: feed },
    { property: "og:type", content: "article" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
  ];
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData?.letters.length
    ? letterMeta("Past letters", content().site.newsletter.text, href("/letters"))
    : notFoundMeta();

export default function Letters({ loaderData: { letters } }: Route.ComponentProps) {
  if (letters.length === 0) return <NotFound />;
  const { newsletter } = content().site;
  return (
    <main>
      <PageIntro eyebrow={newsletter.heading} heading="Past letters" aside={<IntroLine />}>
        <p>{newsletter.text}</p>
        <p className="flex flex-wrap gap-3 text-base">
          <Link to={href("/newsletter")} className="button">
            Subscribe
          </Link>
          <a href={href("/letters/feed.atom")} className="button quiet">
            Follow the feed
          </a>
        </p>
      </PageIntro>
      <ul className="wrap pb-10">
        {letters.map(({ slug, subject, beginning, sentOn }) => (
          <li key={slug} className="measure border-t border-line py-6">
            <p className="text-base text-soft">{sentOn}</p>
            <h2 className="display-3 wrap-anywhere">
              <Link className="link" to={letterPath(slug)}>
                {subject}
              </Link>
            </h2>
            <p className="mt-1 wrap-anywhere">{beginning}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
