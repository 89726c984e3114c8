import { href, Link } from "react-router";
import { content } from "#app/content/content.ts";
import { pages } from "#app/content/pages.ts";
import { Picture } from "#app/ui/picture.tsx";
import { PageIntro, Section } from "#app/ui/section.tsx";
import { metaOf } from "./page-meta.ts";

export const meta = () => metaOf(pages.coaching);

export default function Coaching() {
  const { heading, intro, cards, book, more, others } = content().coaching;
  return (
    <main>
      <PageIntro eyebrow={pages.coaching.name} heading={heading}>
        <p>{intro}</p>
        <p className="flex flex-wrap gap-3">
          <Link to={href("/book-voice-piano")} prefetch="intent" className="button">
            {book}
          </Link>
          <Link to={href("/voice-piano-services")} prefetch="intent" className="button quiet">
            {more}
          </Link>
        </p>
      </PageIntro>
      <ul className="wrap grid gap-x-10 gap-y-14 py-10 md:grid-cols-2">
        {Object.values(cards).map(({ title, text, picture }, index) => (
          <li key={title} className="md:even:mt-16">
            <Picture
              {...picture}
              priority={index === 0}
              sizes="(min-width: 75rem) 34rem, (min-width: 48rem) 46vw, 92vw"
              className="w-full rounded-sm"
            />
            <h2 className="display-3 mt-5">{title}</h2>
            <p className="measure mt-2 text-soft">{text}</p>
          </li>
        ))}
      </ul>
      <Section heading={others.heading}>
        <div className="flex flex-col items-start gap-5">
          <p className="measure text-lg">{others.text}</p>
          <Link to={href("/book-embodiment-somatic")} prefetch="intent" className="link">
            {others.embodiment}
          </Link>
          <Link to={href("/book-presence-communication")} prefetch="intent" className="link">
            {others.presence}
          </Link>
        </div>
      </Section>
    </main>
  );
}
