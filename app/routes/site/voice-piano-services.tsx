import { href } from "react-router";
import { packageSaving } from "#app/content/offers.ts";
import { linked } from "#app/ui/linked.tsx";
import { calendarUrls } from "#app/content/calendars.ts";
import { content } from "#app/content/content.ts";
import { pages } from "#app/content/pages.ts";
import { linkTo } from "#app/content/visibility.ts";
import { Anchor } from "#app/ui/anchor.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { IntroPicture, Onward, PageIntro, Points, Section } from "#app/ui/section.tsx";
import { type Cents, formatPrice } from "#app/values/money.ts";
import { metaOf } from "./page-meta.ts";
import { PriceList, pricesOfSessions } from "./price-list.tsx";

export const meta = () => metaOf(pages.voicePiano);

const savingInWords = (saving: Cents) => (saving > 0 ? `save ${formatPrice(saving)}` : undefined);

export default function VoicePianoServices() {
  const { voicePiano, coaching, prices } = content();
  const { heading, intro, picture, pillars, expertise, session, pricing } = voicePiano;
  const onward = voicePiano.links;
  return (
    <main>
      <PageIntro heading={heading} aside={<IntroPicture {...picture} shape="portrait" />}>
        <p>{linked(intro)}</p>
        <p className="grid gap-3 lg:flex">
          <Anchor href={calendarUrls().bookNow} className="button">
            {pricing.book}
          </Anchor>
          <a href="#pricing" className="button quiet">
            {pricing.heading}
          </a>
        </p>
      </PageIntro>
      <Section heading={pillars.heading}>
        <ul className="grid gap-x-10 lg:grid-cols-3">
          {pillars.items.map(({ title, text }, index) => (
            <li key={index} className="border-t border-brass pb-8 pt-5">
              <h3 className="display-3">{title}</h3>
              <p className="mt-2 text-soft">{linked(text)}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section heading={expertise.heading} raised>
        <Points points={expertise.cards} />
      </Section>
      <Section heading={session.heading}>
        <Picture
          {...coaching.cards.piano.picture}
          sizes="(min-width: 75rem) 50rem, (min-width: 48rem) 60vw, 92vw"
          className="mb-10 aspect-3/2 w-full rounded-sm object-cover"
        />
        <ol className="grid gap-x-10 sm:grid-cols-2">
          {session.steps.map(({ title, text }, index) => (
            <li
              key={index}
              className="grid grid-cols-[2.5rem_1fr] content-start items-baseline border-t border-brass pb-8 pt-5"
            >
              <span aria-hidden="true" className="font-display text-3xl text-soft">
                {index + 1}
              </span>
              <h3 className="display-3">{title}</h3>
              <p className="col-start-2 mt-1 text-soft">{linked(text)}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section heading={pricing.heading} id="pricing" raised>
        <div className="grid gap-12 md:grid-cols-2">
          <PriceList heading={pricing.sessions} prices={pricesOfSessions()} />
          <PriceList
            heading={pricing.packages}
            prices={prices.coachingPackages.map((offer) => ({
              label: `${offer.sessions} x ${offer.minutes} min`,
              price: formatPrice(offer.price),
              note: savingInWords(packageSaving(offer, prices.coachingSessions)),
            }))}
          />
        </div>
        <p className="mt-6 text-soft">{pricing.note}</p>
        <p className="mt-6">
          <Anchor href={calendarUrls().bookNow} className="button">
            {pricing.book}
          </Anchor>
        </p>
      </Section>
      <Section heading={onward.heading}>
        <Onward
          links={[
            { name: onward.approach, href: linkTo(pages.about, "embodied-approach") },
            { name: onward.resources, href: linkTo(pages.projects) },
            { name: onward.programs, href: href("/programs") },
          ]}
        />
      </Section>
    </main>
  );
}
