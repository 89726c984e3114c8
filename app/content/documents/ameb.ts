import { group, shortText, picture, siteDocument, prose } from "../fields.ts";

const sample = { sample: true };

export const amebPage = siteDocument("AMEB", ["ameb"], {
  heading: shortText("Heading", "AMEB exam accompanying"),
  intro: prose(
    "Introduction",
    "An exam is chamber music with a stranger listening. I accompany AMEB candidates for voice and " +
      "every instrument, with a steady tempo, a spare copy of the part and time for one deep breath " +
      "at the door.",
    sample,
  ),
  picture: picture(
    "Picture",
    "landscape",
    {
      name: "card-ameb",
      alt: "The door of an exam room, a clock and sheet music on a chair",
    },
    sample,
  ),
  examDay: group("Exam day", {
    heading: shortText("Heading", "Exam day"),
    unit: shortText("What the price is for", "per exam", { most: 40 }),
    text: prose(
      "Text",
      "I arrive {{arrival_minutes}} minutes before the exam, warm up with you if a room is free, and " +
        "turn my own pages.",
      sample,
    ),
  }),
  rehearsals: group("Rehearsals", {
    heading: shortText("Heading", "Rehearsals"),
    text: prose(
      "Text",
      "One or two, ideally within {{rehearsal_weeks}} weeks of the exam, when tempi have settled and " +
        "there's still time to change one.",
      sample,
    ),
  }),
  location: group("Where", {
    heading: shortText("Heading", "Where"),
    text: prose(
      "Text",
      "Rehearsals are in Toorak, a short walk from the trams. I come to exam venues across Melbourne.",
      sample,
    ),
  }),
  note: group("Booking", {
    heading: shortText("Heading", "Booking"),
    text: prose(
      "Text",
      "Please book, and send the sheet music, at least {{due_weeks}} weeks before the exam. Less " +
        "notice than that? Ask anyway; I'll be honest about whether I can do it well.",
      sample,
    ),
    shortNotice: shortText(
      "At the form, when an exam is nearer than that",
      "Send it anyway; I'll be honest about whether I can do it well.",
      sample,
    ),
  }),
  enquire: group("Enquiry", {
    heading: shortText("Heading", "Check a date"),
    text: prose(
      "Text",
      "Tell me the exam's date and time, the grade and the instrument, and whether you'd like to " +
        "rehearse.",
    ),
  }),
});
