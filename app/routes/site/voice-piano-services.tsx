import { href, Link } from "react-router";
import { packageSaving } from "#app/content/offers.ts";
import { calendarUrls } from "#app/content/calendars.ts";
import { content } from "#app/content/content.ts";
import { pages } from "#app/content/pages.ts";
import { Anchor } from "#app/ui/anchor.tsx";
import { PageIntro, Points, Section } from "#app/ui/section.tsx";
import { type Cents, formatPrice } from "#app/values/money.ts";
import { metaOf } from "./page-meta.ts";
import { PriceList } from "./price-list.tsx";

export const meta = () => metaOf(pages.voicePiano);

const savingInWords = (saving: Cents) => (saving > 0 ? `save ${formatPrice(saving)}` : undefined);

export default function VoicePianoServices() {
  const { voicePiano, prices } = content();
  const { heading, intro, pillars, expertise, pricing, links: onward } = voicePiano;
  return (
    <main>
      <PageIntro eyebrow={pages.voicePiano.name} heading={heading}>
        <p>{intro}</p>
      </PageIntro>
      <Section heading={pillars.heading}>
        <ul className="grid gap-x-10 md:grid-cols-3">
          {pillars.items.map(({ title, text }, index) => (
            <li key={index} className="border-t border-brass pb-8 pt-5">
              <h3 className="display-3">{title}</h3>
              <p className="mt-2 text-soft">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section heading={expertise.heading} raised>
        <Points points={expertise.cards} />
      </Section>
      <Section heading={pricing.heading} id="pricing">
        <div className="grid gap-12 md:grid-cols-2">
          <PriceList
            heading={pricing.sessions}
            prices={prices.coachingSessions.map(({ minutes, price }) => ({
              label: `${minutes} min`,
              price: formatPrice(price),
            }))}
          />
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
        <ul className="flex flex-col gap-3 text-lg">
          <li>
            <Link to={`${href("/about")}#embodied-approach`} prefetch="intent" className="link">
              {onward.approach}
            </Link>
          </li>
          <li>
            <Link to={href("/projects-resources")} prefetch="intent" className="link">
              {onward.resources}
            </Link>
          </li>
          <li>
            <Link to={href("/programs")} className="link">
              {onward.programs}
            </Link>
          </li>
        </ul>
      </Section>
    </main>
  );
}
