import type { Event, Graph } from "schema-dts";
import { type Content, content } from "#app/content/content.ts";
import { linked } from "#app/ui/linked.tsx";
import { pages } from "#app/content/pages.ts";
import { withoutLinks } from "#app/content/links-in-words.ts";
import { isShown } from "#app/content/visibility.ts";
import { origin } from "#app/document/origin.ts";
import { Anchor } from "#app/ui/anchor.tsx";
import { Picture, pictureSource } from "#app/ui/picture.tsx";
import { IntroLine, PageIntro } from "#app/ui/section.tsx";
import { longDay } from "#app/values/calendar.ts";
import { metaOf } from "./page-meta.ts";

export const meta = () => [
  ...metaOf(pages.whatsOn),
  ...(isShown(pages.whatsOn) ? [{ "script:ld+json": eventData(origin()) }] : []),
];

export default function WhatsOn() {
  const { heading, intro, button, dates } = content().whatsOn;
  return (
    <main>
      <PageIntro heading={heading} aside={<IntroLine />}>
        {intro && <p>{linked(intro)}</p>}
      </PageIntro>
      <ul className="wrap pb-16">
        {dates.map(({ title, day, time, place, text, link, picture }, index) => (
          <li
            key={index}
            className="grid gap-x-10 gap-y-5 border-t border-brass py-8 md:grid-cols-[1fr_20rem] lg:gap-x-16"
          >
            <div className="flex flex-col items-start gap-3">
              <p className="eyebrow">
                <time dateTime={day}>{longDay(day)}</time>
                {time && `, ${time}`}
              </p>
              <h2 className="display-2">{title}</h2>
              <p className="text-lg">{place}</p>
              {text && <p className="measure text-soft">{linked(text)}</p>}
              {link && (
                <Anchor href={link} className="button quiet mt-2">
                  {button}
                  <span className="sr-only">: {title}</span>
                </Anchor>
              )}
            </div>
            {picture.name && (
              <Picture
                {...picture}
                sizes="(min-width: 48rem) 20rem, 92vw"
                className="aspect-3/2 w-full rounded-sm object-cover"
              />
            )}
          </li>
        ))}
      </ul>
    </main>
  );
}

type WhatsOnDate = Content["whatsOn"]["dates"][number];

/** The time of day is as the owner writes it, so the markup has the day alone. */
function eventData(home: string): Graph {
  const { site, whatsOn } = content();
  const eventOf = ({ title, day, place, text, link, picture }: WhatsOnDate): Event => {
    const image = pictureSource(picture.name);
    return {
      "@type": "Event",
      name: title,
      startDate: day,
      eventStatus: "https://schema.org/EventScheduled",
      location: { "@type": "Place", name: place, address: place },
      performer: { "@type": "Person", "@id": `${home}/#person`, name: site.person },
      url: link.startsWith("https:")
        ? link
        : home + (link.startsWith("/") ? link : pages.whatsOn.path),
      ...(text && { description: withoutLinks(text) }),
      ...(image && { image: home + image }),
    };
  };
  return { "@context": "https://schema.org", "@graph": whatsOn.dates.map(eventOf) };
}
