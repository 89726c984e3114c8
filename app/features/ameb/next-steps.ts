import { ameb } from "#app/content/prices.ts";
import { site } from "#app/content/site.ts";
import { type Day, isDay, longDay } from "#app/values/calendar.ts";
import { inWords } from "#app/values/wording.ts";
import {
  type AmebBooking,
  cutOff,
  includesExam,
  includesRehearsal,
  isShortNotice,
} from "./model.ts";

type Asked = Pick<AmebBooking, "examDate" | "serviceRequired">;

type Timing = "undated" | "past" | "today" | "short" | "enough";

function timingOf(examDate: Day | null, today: Day): Timing {
  if (!examDate || !isDay(examDate)) return "undated";
  if (examDate < today) return "past";
  if (examDate === today) return "today";
  return isShortNotice(examDate, today) ? "short" : "enough";
}

const weeks = inWords(ameb.dueWeeksBefore);
const rehearsedWithin = inWords(ameb.rehearsedWithinWeeks);

/**
 * What a family is told after its enquiry, in the email and on the page. It repeats nothing that
 * they wrote but the day, since anyone may have typed the email address.
 */
export function nextSteps({ examDate, serviceRequired }: Asked, today: Day) {
  const timing = timingOf(examDate, today);
  const exam = includesExam(serviceRequired);
  const rehearsal = includesRehearsal(serviceRequired);
  const facts: [label: string, value: string][] = [];
  if (timing !== "undated") facts.push(["Exam date", longDay(examDate!)]);
  if (timing === "enough") facts.push(["Sheet music due by", longDay(cutOff(examDate!))]);
  if (exam && timing !== "past")
    facts.push(["I arrive", `${ameb.arrivesMinutesBefore} minutes before the exam`]);
  return {
    reply: replies[timing],
    confirmation: confirmations[timing],
    facts,
    steps: [musicStep(timing, today), rehearsal ? rehearsalSteps[timing] : null].filter(
      (step) => step !== null,
    ),
  };
}

/** Where nothing is known of the date. */
export const usualReply = "I'll confirm by email within two working days.";

const soonReply = "I'll tell you as soon as I can whether I'm free.";
const onWhatsApp = `For an exam today, message me on WhatsApp: ${site.whatsapp.label}.`;

const replies: Record<Timing, string> = {
  undated: "I'll reply by email within two working days.",
  enough: usualReply,
  short: soonReply,
  today: `${soonReply} ${onWhatsApp}`,
  past: "I'll reply by email within two working days.",
};

const soon = "I'll tell you as soon as I can whether I'm free; until then the date isn't booked.";

const confirmations: Record<Timing, string> = {
  undated: "I'll reply by email, usually within two working days.",
  enough:
    "I'll confirm by email, usually within two working days; until then the date isn't booked.",
  short: soon,
  today: `${soon} ${onWhatsApp}`,
  past: "I'll reply by email, usually within two working days; nothing is booked yet.",
};

function musicStep(timing: Timing, today: Day): string {
  switch (timing) {
    case "undated":
      return (
        "When the board tells you the date and time, send them to me. " +
        `Sheet music is due ${weeks} weeks before the exam.`
      );
    case "past":
      return (
        `That exam date has passed: in Melbourne it's ${longDay(today)}. ` +
        "If it was a slip, reply with the right date."
      );
    case "today":
    case "short":
      return "Please send me the sheet music as soon as you can.";
    case "enough":
      return "You can send me the sheet music whenever it's ready.";
  }
}

const rehearsalSteps: Record<Timing, string | null> = {
  undated: `We'll find a time to rehearse in the last ${rehearsedWithin} weeks before the exam.`,
  enough: `I'll suggest times to rehearse in the last ${rehearsedWithin} weeks before the exam.`,
  short: "I'll suggest the first times I have to rehearse.",
  today: null,
  past: null,
};
