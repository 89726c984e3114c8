import {
  day,
  fixed,
  group,
  link,
  list,
  picture,
  prose,
  shortText,
  siteDocument,
} from "../fields.ts";

const optional = { optional: true };

export const whatsOnPage = siteDocument("What's on", ["whatsOn"], {
  note: fixed(
    null,
    "The page shows while there are dates to come. Past ones leave it by themselves.",
  ),
  heading: shortText("Heading", "What's on"),
  intro: prose("Introduction", "Where you can hear me next, and what you can join.", optional),
  button: shortText("Button of a date's link", "Tickets and details", { most: 40 }),
  dates: list(
    "Dates",
    group("Date", {
      title: shortText("What it is", "", { most: 80 }),
      day: day("Day", { ahead: true }),
      time: shortText("Time, such as 7.30 pm", "", { most: 40, optional: true }),
      place: shortText("Place and address", "", { most: 120 }),
      text: prose("About it", "", { most: 400, optional: true }),
      link: link("Link", "", optional),
      picture: picture("Picture", "landscape", { name: "", alt: "" }, optional),
    }),
    [],
    { most: 12 },
  ),
});
