import { fixed, group, shortText, list, picture, siteDocument, prose } from "../fields.ts";

const when = { term: "When", value: "MON - FRI subject to availability" } as const;

export const auditionPage = siteDocument("Audition cut", ["archive"], {
  heading: shortText("Heading", "Audition cut playthrough"),
  text: prose(
    "Text",
    "You have the song and the cut. You haven't yet heard a pianist sight-read it. That's what this " +
      "is for: one 16-32 bar cut, played as it stands, then again with the changes we've made.",
    { sample: true },
  ),
  picture: picture(
    "Picture",
    "landscape",
    {
      name: "card-audition",
      alt: "A singer alone in the light before a panel",
    },
    { sample: true },
  ),
  facts: list(
    "Facts",
    group("Fact", { term: shortText("Name", "", { most: 20 }), value: shortText("Value", "") }),
    [
      { term: "What", value: "A 15-minute online drop-in" },
      { term: "Bring", value: "One 16-32 bar cut" },
      { term: "Price", value: "Free, once for each audition" },
    ],
    { most: 6, sample: [2] },
  ),
  when: fixed(when, `The page also shows “${when.term}: ${when.value}”.`),
  book: shortText("Booking button", "Book a playthrough"),
});
