import { drawing, group, prose, sampleProse, shortText, siteDocument } from "../fields.ts";

const sample = { sample: true };

export const amebPage = siteDocument("AMEB", ["ameb"], {
  heading: shortText("Heading", "AMEB exam accompanying"),
  intro: sampleProse(
    "Introduction",
    "An exam is chamber music with a stranger listening. I accompany AMEB candidates for voice and " +
      "every instrument, with a steady tempo, a spare copy of the part and time for one deep breath " +
      "at the door.",
  ),
  picture: drawing(
    "landscape",
    "card-ameb",
    "The door of an exam room, a clock and sheet music on a chair",
  ),
  examDay: group("Exam day", {
    heading: shortText("Heading", "Exam day"),
    unit: shortText("What the price is for", "per exam", { most: 40 }),
    text: sampleProse(
      "Text",
      "I arrive {{arrival_minutes}} minutes before the exam, warm up with you if a room is free, and " +
        "turn my own pages.",
    ),
  }),
  rehearsals: group("Rehearsals", {
    heading: shortText("Heading", "Rehearsals"),
    text: sampleProse(
      "Text",
      "One or two, ideally within {{rehearsal_weeks}} weeks of the exam, when tempi have settled and " +
        "there's still time to change one.",
    ),
  }),
  location: group("Where", {
    heading: shortText("Heading", "Where"),
    text: sampleProse(
      "Text",
      "Rehearsals are in Toorak, a short walk from the trams. I come to exam venues across Melbourne.",
    ),
  }),
  note: group("Booking", {
    heading: shortText("Heading", "Booking"),
    text: sampleProse(
      "Text",
      "Please book, and send the sheet music, at least {{due_weeks}} weeks before the exam. Less " +
        "notice than that? Ask anyway; I'll be honest about whether I can do it well.",
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
