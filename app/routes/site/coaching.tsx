import { Link } from "react-router";
import { content } from "#app/content/content.ts";
import { linked } from "#app/ui/linked.tsx";
import { pages } from "#app/content/pages.ts";
import { linkTo } from "#app/content/visibility.ts";
import { Onward, PageIntro, Section, CardLink } from "#app/ui/section.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { metaOf } from "./page-meta.ts";
import { PriceList, pricesOfSessions } from "./price-list.tsx";

export const meta = () => metaOf(pages.coaching);

const voiceAndPiano = () => linkTo(pages.voicePiano) ?? linkTo(pages.bookVoicePiano);

const targetsOfCards = {
  voice: voiceAndPiano,
  piano: voiceAndPiano,
  mindset: () => linkTo(pages.bookPresence),
  embodied: () => linkTo(pages.bookEmbodiment),
};

export default function Coaching() {
  const { coaching } = content();
  const { heading, intro, cards, book, more, prices: pricesHeading, others } = coaching;
  const booking = linkTo(pages.bookVoicePiano);
  const pricing = linkTo(pages.voicePiano, "pricing");
  const shownCards = Object.entries(cards).flatMap(([name, card]) => {
    const target = targetsOfCards[name as keyof typeof cards]();
    return target ? [{ name, target, ...card }] : [];
  });
  const onward = [
    { name: others.embodiment, href: linkTo(pages.bookEmbodiment) },
    { name: others.presence, href: linkTo(pages.bookPresence) },
  ];
  return (
    <main>
      <PageIntro
        heading={heading}
        aside={
          <div className="border-t border-brass pt-5 max-md:hidden">
            <PriceList level="h2" heading={pricesHeading} prices={pricesOfSessions()} />
          </div>
        }
      >
        <p>{linked(intro)}</p>
        {(booking || pricing) && (
          <p className="grid gap-3 lg:flex">
            {booking && (
              <Link to={booking} className="button">
                {book}
              </Link>
            )}
            {pricing && (
              <Link to={pricing} className="button quiet">
                {more}
              </Link>
            )}
          </p>
        )}
      </PageIntro>
      <ul className="wrap grid gap-x-10 gap-y-14 py-10 md:grid-cols-2">
        {shownCards.map(({ name, target, title, text, picture }, index) => (
          <li key={name} className="group relative md:even:mt-16">
            <Picture
              {...picture}
              priority={index === 0}
              sizes="(min-width: 75rem) 34rem, (min-width: 48rem) 46vw, 92vw"
              className="aspect-3/2 w-full rounded-sm object-cover"
            />
            <h2 className="display-3 mt-5">
              <CardLink href={target}>{title}</CardLink>
            </h2>
            <p className="measure mt-2 text-soft">{linked(text)}</p>
          </li>
        ))}
      </ul>
      {onward.some(({ href }) => href) && (
        <Section heading={others.heading}>
          <p className="measure mb-6 text-lg">{linked(others.text)}</p>
          <Onward links={onward} />
        </Section>
      )}
    </main>
  );
}
