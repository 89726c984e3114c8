import type { Graph, Offer } from "schema-dts";
import {
  ameb,
  coachingPackages,
  coachingSessions,
  livePiano,
  lowest,
} from "#app/content/prices.ts";
import { site, socials } from "#app/content/site.ts";
import { rating, testimonials } from "#app/content/testimonials.ts";
import { type Cents, formatPrice, fromCents } from "#app/values/money.ts";

const offer = (name: string, price: Cents): Offer => ({
  "@type": "Offer",
  price: fromCents(price),
  priceCurrency: "AUD",
  itemOffered: { "@type": "Service", name },
});

export function homeStructuredData(origin: string): Graph {
  const person = `${origin}/#person`;
  const cheapest = lowest([...coachingSessions, ...ameb.rehearsals]);
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Person",
        "@id": person,
        name: site.person,
        jobTitle: site.role,
        url: origin,
        sameAs: socials.map(({ href }) => href),
        worksFor: { "@id": `${origin}/#business` },
      },
      {
        "@type": "LocalBusiness",
        "@id": `${origin}/#business`,
        name: site.brand,
        url: origin,
        image: `${origin}/share/home.png`,
        email: site.email,
        telephone: site.whatsapp.label,
        priceRange: `${formatPrice(cheapest)}–${formatPrice(livePiano.base)}`,
        founder: { "@id": person },
        address: {
          "@type": "PostalAddress",
          addressLocality: site.suburb,
          addressRegion: "VIC",
          addressCountry: "AU",
        },
        areaServed: "Melbourne",
        aggregateRating: {
          "@type": "AggregateRating",
          ratingValue: rating,
          bestRating: 5,
          reviewCount: testimonials.length,
        },
        review: testimonials.map(({ quote, author }) => ({
          "@type": "Review",
          reviewBody: quote,
          author: { "@type": "Person", name: author },
          reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5 },
        })),
        hasOfferCatalog: {
          "@type": "OfferCatalog",
          name: "Coaching",
          itemListElement: [
            ...coachingSessions.map(({ minutes, price }) =>
              offer(`1:1 coaching, ${minutes} minutes`, price),
            ),
            ...coachingPackages.map(({ sessions, minutes, price }) =>
              offer(`1:1 coaching, ${sessions} x ${minutes} minutes`, price),
            ),
          ],
        },
      },
    ],
  };
}
