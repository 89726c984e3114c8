import type { Day } from "#app/values/calendar.ts";
import { day, group, shortText, list, siteDocument, stars, prose } from "../fields.ts";

const consented = "2026-07-01" as Day;

/** Samples by invented people, until the owner replaces them. */
export const testimonialList = siteDocument("Testimonials", ["home"], {
  items: list(
    "Testimonials",
    group("Testimonial", {
      quote: prose("Their words", "", { sample: true, most: 400, links: false }),
      author: shortText("Name", "", { sample: true, most: 60 }),
      title: shortText("Who they are", "", { most: 60 }),
      rating: stars("Rating"),
      consentedOn: day("Agreed on"),
    }),
    [
      {
        quote:
          "I came for the high notes and left with the low ones, the quiet ones, and a way of " +
          "walking into the room.",
        author: "Priya N.",
        title: "Musical theatre singer",
      },
      {
        quote:
          "My daughter's exam felt like chamber music. She came out smiling before she knew the " +
          "mark.",
        author: "Helen T.",
        title: "Parent of an exam student",
      },
      {
        quote:
          "She heard in four bars what I had been fighting for two years, and gave me something to " +
          "do about it.",
        author: "Marcus O.",
        title: "Jazz vocalist",
      },
      {
        quote: "I speak to boards for a living. Now I breathe first, and they wait for me.",
        author: "Dana W.",
        title: "Company director",
      },
      {
        quote:
          "The piano at our garden party was exactly as present as it should be. People stopped " +
          "talking, then talked better.",
        author: "Ros and Alec",
        title: "Live piano clients",
      },
      {
        quote:
          "Patient, funny, and terrifyingly accurate. My self-tapes have not been the same since.",
        author: "Jun K.",
        title: "Screen actor",
      },
    ].map((testimonial) => ({ ...testimonial, rating: 5, consentedOn: consented })),
    { sample: true, most: 24 },
  ),
});
