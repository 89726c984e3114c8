import { inWords } from "#app/values/wording.ts";
import { ameb as rates } from "./prices.ts";

export const amebPage = {
  heading: "AMEB exam accompanying",
  intro:
    "An exam is chamber music with a stranger listening. I accompany AMEB candidates for " + // sample
    "voice and every instrument, with a steady tempo, a spare copy of the part and time " +
    "for one deep breath at the door.",
  examDay: {
    heading: "Exam day",
    unit: "per exam",
    text:
      `I arrive ${rates.arrivesMinutesBefore} minutes before the exam, warm up with you ` +
      "if a room is free, and turn my own pages.",
  }, // sample
  rehearsals: {
    heading: "Rehearsals",
    text:
      `One or two, ideally within ${inWords(rates.rehearsedWithinWeeks)} weeks of the ` +
      "exam, when tempi have settled and there's still time to change one.",
  }, // sample
  location: {
    heading: "Where",
    text:
      "Rehearsals are in Toorak, a short walk from the trams. I come to exam venues " +
      "across Melbourne.",
  }, // sample
  note: {
    heading: "Booking",
    text:
      `Please book, and send the sheet music, at least ${inWords(rates.dueWeeksBefore)} ` +
      "weeks before the exam. Less notice than that? Ask anyway; I'll be honest about " +
      "whether I can do it well.",
  }, // sample
  enquire: {
    heading: "Check a date",
    text:
      "Tell me the exam's date and time, the grade and the instrument, and whether you'd " +
      "like to rehearse.",
  },
} as const;
