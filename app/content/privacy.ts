import { site } from "./site.ts";

/** The owner's backups must be overwritten by then. */
const backupsKept = "14 days"; // sample: what deploy/nightly-backup keeps; say so if yours are kept longer

/** How long each kind of record is kept, in words. */
type KeptFor = Readonly<
  Record<
    | "enquiry"
    | "openQuote"
    | "acceptedQuote"
    | "invoice"
    | "bankLine"
    | "email"
    | "unsubscribed"
    | "spam"
    | "deleted"
    | "activity"
    | "signIn",
    string
  >
>;

export const privacyPage = (kept: KeptFor) => ({
  heading: "What I keep about you, and for how long",
  intro:
    "I keep what you send me so I can answer you. I don't track you. This page says what " + // sample name
    `I keep and why. I'm ${site.person}; you can reach me at ${site.email}.`,
  visiting: {
    heading: "Just visiting",
    paragraphs: [
      "Reading this site sets no cookies and tells nobody you were here: no analytics, no " +
        "advertising, no fonts or pictures from elsewhere. If you choose a light or dark " +
        "page, your browser remembers it for you.",
      "Booking calendars, shops and social pages belong to other companies. They load " +
        "when you open them, and then their own privacy rules apply.",
      "To stop spam, the server counts forms by IP address and emails by recipient for a " +
        "few hours. It keeps only a scrambled form of both, and its log holds no addresses " +
        "and nothing you've written.",
    ],
  },
  records: {
    heading: "What I keep, why and for how long",
    rows: [
      {
        what: "Messages and event enquiries",
        why:
          "Your name, email and message, and for an event your phone number and when, where " +
          "and for how many it is, so I can answer.",
        time: `${kept.enquiry}, unless it led to a quote`,
      },
      {
        what: "AMEB enquiries",
        why: "Names, email and exam details, so I can plan for the exam and accompany it.",
        time: `${kept.enquiry} after the exam`,
      },
      {
        what: "Quotes you haven't accepted",
        why: "So we can come back to them.",
        time: `${kept.openQuote} after the last change`,
      },
      {
        what: "Accepted quotes",
        why:
          "With the time, IP address and browser of your acceptance, as proof of what we " +
          "agreed. I must keep these for tax.",
        time: `at least ${kept.acceptedQuote}`,
      },
      {
        what: "Invoices and payments",
        why: "What I've billed you and what you've paid. I must keep these for tax.",
        time: `${kept.invoice} after the invoice, the payment or the event, whichever comes last`,
      },
      {
        what: "My bank statements",
        why: "Money that has come in, with the payer's name and message, so I can see who has paid.",
        time: `${kept.bankLine}, or with the invoice it paid`,
      },
      {
        what: "My notes about you",
        why: "Your phone number and what I want to remember, so I can prepare.",
        time: `as long as the above, and ${kept.enquiry} after I last wrote them`,
      },
      {
        what: "Emails between us",
        why: "So we can both look up what was said.",
        time: kept.email,
      },
      {
        what: "The newsletter",
        why:
          "Your email, your name if you give it, and a record of what you agreed to: when, " +
          "and from which IP address and browser. The Spam Act requires it.",
        time:
          `as long as you're subscribed, and ${kept.unsubscribed} after that as proof ` +
          "that you had agreed",
      },
      {
        what: "Suspected spam",
        why: "Kept aside in case a real message gets caught.",
        time: kept.spam,
      },
      {
        what: "What I delete",
        why: "So mistakes can be undone.",
        time: kept.deleted,
      },
      {
        what: "My log of changes",
        why: "So I can see what happened to your enquiry.",
        time: kept.activity,
      },
      {
        what: "Sign-ins to the admin",
        why:
          "Only by the people who run this site: when, how, and from which IP address and " +
          "browser, so an intruder is noticed.",
        time: `${kept.signIn}, and the last one of each account`,
      },
    ],
  },
  others: {
    heading: "Who else sees it",
    paragraphs: [
      "I don't sell or trade it. The companies that run my server and deliver my email " + // sample
        "handle it on my behalf, and the newsletter may be sent through Mailchimp, in the " +
        "United States.",
      "If you pay an invoice by card, Stripe, in the United States, gets your email and what " +
        "the invoice is for, and asks for your card on its own page. I never see your card number.",
      `Backups are kept for ${backupsKept} and then overwritten.`,
    ],
  },
  rights: {
    heading: "Your rights",
    paragraphs: [
      "Email me from the address you used and I'll send you everything I hold about you " + // sample
        "in one file, correct it or delete it. I'll answer within thirty days, usually the " +
        "same week.",
      "The only things I can't delete straight away are accepted quotes, invoices and " +
        `payments: tax law requires me to keep them for ${kept.invoice}. Their public pages ` +
        `still come down. Lines of my bank statements go after ${kept.bankLine}.`,
      "Every newsletter has an unsubscribe link.",
      "If you're not happy with my answer, you can complain to the Office of the " +
        "Australian Information Commissioner at oaic.gov.au.",
    ],
  },
});
