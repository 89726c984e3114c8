import type { AggregateRating, Graph, Offer, Review } from "schema-dts";
import { amebRehearsals, lowest } from "#app/content/offers.ts";
import { type Content, content } from "#app/content/content.ts";
import { sharedPicture } from "#app/ui/meta.ts";
import { type Cents, formatPrice, fromCents } from "#app/values/money.ts";

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

export function homeStructuredData(origin: string): Graph {
  const { site, prices, testimonials } = content();
  const person = `${origin}/#person`;
  const shared = sharedPicture("home");
  const cheapest = lowest([...prices.coachingSessions, ...amebRehearsals(prices)]);
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Person",
        "@id": person,
        name: site.person,
        jobTitle: site.role,
        url: origin,
        sameAs: site.socials.map(({ href }) => href),
        worksFor: { "@id": `${origin}/#business` },
      },
      {
        "@type": "LocalBusiness",
        "@id": `${origin}/#business`,
        name: site.brand,
        url: origin,
        ...(shared && { image: origin + shared.src }),
        email: site.email,
        telephone: site.whatsapp.label,
        priceRange: `${formatPrice(cheapest)}–${formatPrice(prices.livePiano.base)}`,
        founder: { "@id": person },
        address: {
          "@type": "PostalAddress",
          addressLocality: site.suburb,
          addressRegion: "VIC",
          addressCountry: "AU",
        },
        areaServed: "Melbourne",
        ...reviewsOf(testimonials.items),
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
      },
    ],
  };
}
