import { pages } from "#app/content/pages.ts";
import { storeContactMessage } from "#app/features/contact/commands.server.tsx";
import { contactSchema } from "#app/features/contact/schema.ts";
import { contactToasts } from "#app/features/contact/contact-form.tsx";
import { answerForm } from "#app/features/intake/intake.server.ts";
import { sendWithToasts } from "#app/ui/form-toasts.ts";
import { pageMeta, sharedPicture } from "#app/ui/meta.ts";
import { origin } from "#app/document/origin.ts";
import {
  Audience,
  Expertise,
  Why,
  Testimonials,
  Contact,
  AboutSection,
  Choir,
  Glimpse,
  Resources,
  Hero,
} from "#app/routes/site/home-parts/sections.tsx";
import type { Route } from "./+types/home";
import type { AggregateRating, Graph, Offer, Review } from "schema-dts";
import { amebRehearsals, highest, lowest } from "#app/content/offers.ts";
import { type Content, content } from "#app/content/content.ts";
import { isShown } from "#app/content/visibility.ts";
import { type Cents, formatPrice, fromCents } from "#app/values/money.ts";

export function meta() {
  return [...pageMeta(pages.home), { "script:ld+json": homeStructuredData(origin()) }];
}

export function action({ request }: Route.ActionArgs) {
  return answerForm(request, "contact", contactSchema, storeContactMessage);
}

export const clientAction = sendWithToasts(contactToasts);

export default function Home({ actionData }: Route.ComponentProps) {
  const shows = content().visibility.home;
  return (
    <main>
      <Hero />
      {shows.expertise && <Expertise />}
      {shows.why && <Why />}
      {shows.about && <AboutSection />}
      {shows.audience && <Audience />}
      {shows.glimpse && <Glimpse />}
      {shows.testimonials && <Testimonials />}
      {shows.choir && <Choir />}
      {shows.resources && <Resources />}
      {shows.contact && <Contact posted={actionData} />}
    </main>
  );
}

const offer = (name: string, price: Cents): Offer => ({
  "@type": "Offer",
  price: fromCents(price),
  priceCurrency: "AUD",
  itemOffered: { "@type": "Service", name },
});

type Reviews = { aggregateRating?: AggregateRating; review?: Review[] };

/** Only if every testimonial has a rating: a mean of some would claim too much. */
function reviewsOf(items: Content["testimonials"]["items"]): Reviews {
  const ratings = items.flatMap(({ rating }) => rating ?? []);
  if (ratings.length === 0 || ratings.length < items.length) return {};
  const mean = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
  return {
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue: Math.round(mean * 10) / 10,
      bestRating: 5,
      reviewCount: ratings.length,
    },
    review: items.map(({ quote, author, rating }) => ({
      "@type": "Review",
      reviewBody: quote,
      author: { "@type": "Person", name: author },
      reviewRating: { "@type": "Rating", ratingValue: rating!, bestRating: 5 },
    })),
  };
}

export function homeStructuredData(home: string): Graph {
  const { site, prices, testimonials, visibility } = content();
  const person = `${home}/#person`;
  const shared = sharedPicture("home");
  const offersCoaching = isShown(pages.coaching) || isShown(pages.voicePiano);
  const offered = [
    ...(offersCoaching ? prices.coachingSessions : []),
    ...(isShown(pages.ameb) ? amebRehearsals(prices) : []),
    ...(isShown(pages.livePiano) ? [{ price: prices.livePiano.base }] : []),
  ];
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Person",
        "@id": person,
        name: site.person,
        jobTitle: site.role,
        url: home,
        sameAs: site.socials.map(({ href }) => href),
        worksFor: { "@id": `${home}/#business` },
      },
      {
        "@type": "LocalBusiness",
        "@id": `${home}/#business`,
        name: site.brand,
        url: home,
        ...(shared && { image: home + shared.src }),
        email: site.email,
        ...(site.whatsapp.label && { telephone: site.whatsapp.label }),
        ...(offered.length > 0 && {
          priceRange: `${formatPrice(lowest(offered))}–${formatPrice(highest(offered))}`,
        }),
        founder: { "@id": person },
        address: {
          "@type": "PostalAddress",
          addressLocality: site.suburb,
          addressRegion: "VIC",
          addressCountry: "AU",
        },
        areaServed: "Melbourne",
        // Search engines want to see on a page what its data claim.
        ...(visibility.home.testimonials && reviewsOf(testimonials.items)),
        ...(offersCoaching && {
          hasOfferCatalog: {
            "@type": "OfferCatalog",
            name: "Coaching",
            itemListElement: [
              ...prices.coachingSessions.map(({ minutes, price }) =>
                offer(`1:1 coaching, ${minutes} minutes`, price),
              ),
              ...prices.coachingPackages.map(({ sessions, minutes, price }) =>
                offer(`1:1 coaching, ${sessions} x ${minutes} minutes`, price),
              ),
            ],
          },
        }),
      },
    ],
  };
}
