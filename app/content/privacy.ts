import { site } from "./site.ts";

/** How long copies for safety live; the owner's backup plan must keep to it. */
const backupsKept = "14 days"; // sample: what deploy/nightly-backup keeps; say so if yours are kept longer

/** How long each kind of record is kept, in words. */
type KeptFor = Readonly<
  Record<
    | "enquiry"
    | "openQuote"
    | "acceptedQuote"
    | "email"
    | "unsubscribed"
    | "spam"
    | "deleted"
    | "activity"
    | "signIn",
    string
  >
>;

/** What this site knows about people. */
export const privacyPage = (kept: KeptFor) => ({
  heading: "What I know about you, and for how long",
  intro: `I keep what you send me so that I can answer you, and nothing to follow you with. This page says what that is. I am ${site.person}; you reach me at ${site.email}.`, // sample: carries the sample name
  visiting: {
    heading: "Just visiting",
    paragraphs: [
      "Reading this site sets no cookies and tells nobody that you were here: no analytics, no advertising, no fonts or pictures from elsewhere. If you choose a light or dark page, your browser remembers that by itself.",
      "Booking calendars, shops and social pages belong to others. They load when you open them, and then their own rules apply.",
      "The server counts forms by network address and emails by mailbox for a few hours, so that nobody can send hundreds; it keeps a scrambled form of these addresses only, and its log carries no addresses and no words of yours.",
    ],
  },
  records: {
    heading: "What is kept, why and how long",
    rows: [
      {
        what: "Messages and event enquiries",
        why: "Your name, e-mail address and words, and for an event your telephone number and suburb, so that I can answer.",
        time: `${kept.enquiry}, unless a quote came of it`,
      },
      {
        what: "AMEB enquiries",
        why: "The names, the e-mail address and what the exam needs, so that I can plan and accompany it.",
        time: `${kept.enquiry} after the exam`,
      },
      {
        what: "Quotes that were not accepted",
        why: "So that we can come back to them.",
        time: `${kept.openQuote} after they were last touched`,
      },
      {
        what: "Accepted quotes",
        why: "With the time, the network address and the browser of the acceptance, as proof of what was agreed. Tax law asks for them.",
        time: `${kept.acceptedQuote} at least`,
      },
      {
        what: "Letters between us",
        why: "So that both of us can look up what was said.",
        time: kept.email,
      },
      {
        what: "The newsletter",
        why: "Your e-mail address, a name if you give one, and when, from which network address and browser, and to what you agreed, as the Spam Act wants it.",
        time: `as long as you read it, and ${kept.unsubscribed} after you leave as proof that you had agreed`,
      },
      {
        what: "Forms that look like a program's",
        why: "Set apart, so that I can find a mistake.",
        time: kept.spam,
      },
      {
        what: "What I delete",
        why: "So that a slip can be taken back.",
        time: kept.deleted,
      },
      {
        what: "My log of changes",
        why: "So that I can see what happened to your enquiry.",
        time: kept.activity,
      },
      {
        what: "Sign-ins to the admin",
        why: "Only of whoever runs this site: when, how, from which network address and browser, so that a stranger there is noticed.",
        time: `${kept.signIn}, and the last one of each account`,
      },
    ],
  },
  others: {
    heading: "Who else sees it",
    paragraphs: [
      "Nobody buys it, and I do not trade it. The company that runs my server and the one that carries my mail handle it on my behalf, and the newsletter may be sent through Mailchimp, in the United States.", // sample: name your own providers
      `Copies for safety are kept for ${backupsKept} and then overwritten.`,
    ],
  },
  rights: {
    heading: "Yours to ask",
    paragraphs: [
      "Write to me from the address that it is about, and I send you everything that is held about it in one file, put right what is wrong, or erase it. I answer within thirty days, and usually the same week.", // sample
      `The one thing I cannot erase at once is an accepted quote: tax law asks me to keep it for ${kept.acceptedQuote}. Its public page ends all the same.`,
      "Every newsletter has a link that ends it with one click.",
      "If my answer does not satisfy you, the Office of the Australian Information Commissioner hears complaints at oaic.gov.au.",
    ],
  },
});
