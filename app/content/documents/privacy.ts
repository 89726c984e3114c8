import { group, shortText, list, siteDocument, prose } from "../fields.ts";

const sample = { sample: true };

const told = (
  label: string,
  heading: string,
  paragraphs: readonly string[],
  samples: readonly number[] = [],
) =>
  group(label, {
    heading: shortText("Heading", heading),
    paragraphs: list("Paragraphs", prose("Paragraph", "", { most: 400 }), paragraphs, {
      least: 1,
      sample: samples,
      most: 5,
    }),
  });

export const privacyPage = siteDocument("Privacy", ["privacy"], {
  heading: shortText("Heading", "What I keep about you, and for how long"),
  intro: prose(
    "Introduction",
    "I keep what you send me so I can answer you. I don't track you. This page says what " +
      "I keep and why. I'm {{your_name}}; you can reach me at {{email}}.",
  ),
  // As deploy/nightly-backup keeps them; change it if the owner's backups are kept longer.
  backupsKept: shortText("Backups are kept for", "14 days", { ...sample, most: 40, plain: true }),
  visiting: told("Just visiting", "Just visiting", [
    "Reading this site sets no cookies and tells nobody you were here: no analytics, no " +
      "advertising, no fonts or pictures from elsewhere. If you choose a light or dark " +
      "page, your browser remembers it for you.",
    "Shops, social pages and booking calendars of other companies load when you open " +
      "them, and then their own privacy rules apply.",
    "To stop spam, the server counts forms by IP address and emails by recipient for a " +
      "few hours. It keeps only a scrambled form of both, and its log holds no addresses " +
      "and nothing you've written.",
  ]),
  records: group("Records", {
    heading: shortText("Heading", "Line by line"),
    rows: list(
      "Kinds of records",
      group("Kind", {
        what: shortText("What", "", { most: 40 }),
        why: prose("Why", "", { most: 200 }),
        time: shortText("Kept", "", { most: 120 }),
      }),
      [
        {
          what: "Messages and event enquiries",
          why:
            "Your name, email and message, and for an event your phone number and when, where " +
            "and for how many it is, so I can answer.",
          time: "{{kept_enquiry}}, unless it led to a quote",
        },
        {
          what: "Appointments",
          why:
            "Your name, email, the student's name and what you write to me, so I can hold the " +
            "session and tell you of changes.",
          time: "{{kept_appointment}} after the session",
        },
        {
          what: "Waiting for a time",
          why: "Your email and the days you'd like, so I can tell you when one frees up.",
          time: "until the last of those days, or until you tell me to stop",
        },
        {
          what: "AMEB enquiries",
          why: "Names, email and exam details, so I can plan for the exam and accompany it.",
          time: "{{kept_enquiry}} after the exam",
        },
        {
          what: "Sheet music you upload",
          why: "So I can learn and rehearse the accompaniment. Nobody else gets it.",
          time: "{{kept_sheet_music}} after the exam",
        },
        {
          what: "Quotes you haven't accepted",
          why: "So we can come back to them.",
          time: "{{kept_open_quote}} after the last change",
        },
        {
          what: "Accepted quotes",
          why:
            "With the time, IP address and browser of your acceptance, as proof of what we " +
            "agreed. I must keep these for tax.",
          time: "at least {{kept_accepted_quote}}",
        },
        {
          what: "Invoices and payments",
          why: "What I've billed you and what you've paid. I must keep these for tax.",
          time: "{{kept_invoice}} after the invoice, the payment or the event, whichever comes last",
        },
        {
          what: "My bank statements",
          why: "Money that has come in, with the payer's name and message, so I can see who has paid.",
          time: "{{kept_bank_line}}, or with the invoice it paid",
        },
        {
          what: "My notes about you",
          why: "Your phone number and what I want to remember, so I can prepare.",
          time: "as long as the above, and {{kept_enquiry}} after I last wrote them",
        },
        {
          what: "Emails between us",
          why: "So we can both look up what was said.",
          time: "{{kept_email}}",
        },
        {
          what: "The newsletter",
          why:
            "Your email, your name if you give it, and a record of what you agreed to: when, " +
            "and from which IP address and browser. The Spam Act requires it.",
          time:
            "as long as you're subscribed, and {{kept_unsubscribed}} after that as proof " +
            "that you had agreed",
        },
        {
          what: "Suspected spam",
          why: "Set aside in case a real message gets caught.",
          time: "{{kept_spam}}",
        },
        {
          what: "What I delete",
          why: "So mistakes can be undone.",
          time: "{{kept_deleted}}",
        },
        {
          what: "My log of changes",
          why: "So I can see what happened to your enquiry.",
          time: "{{kept_activity}}",
        },
        {
          what: "Sign-ins to the admin",
          why:
            "Only by the people who run this site: when, how, and from which IP address and " +
            "browser, so an intruder is noticed.",
          time: "{{kept_sign_in}}, and the last one of each account",
        },
      ],
      { least: 1, most: 16 },
    ),
  }),
  others: told(
    "Who else sees it",
    "Who else sees it",
    [
      "I don't sell or trade it. The companies that run my server and deliver my email " +
        "handle it on my behalf, and the newsletter may be sent through Mailchimp, in the " +
        "United States.",
      "If you pay an invoice by card, Stripe, in the United States, gets your email and what " +
        "the invoice is for, and asks for your card on its own page. I never see your card number.",
      "Backups are kept for {{backups_kept}} and then overwritten.",
    ],
    // Sample: only the owner knows who runs the server and the newsletter.
    [0],
  ),
  rights: told(
    "Your rights",
    "Your rights",
    [
      "Email me from the address you used and I'll send you everything I hold about you " +
        "in one file, correct it or delete it. I'll answer within thirty days, usually the " +
        "same week.",
      "The only things I can't delete straight away are accepted quotes, invoices and " +
        "payments: tax law requires me to keep them for {{kept_invoice}}. Their public pages " +
        "still come down. Lines of my bank statements go after {{kept_bank_line}}.",
      "After a deletion I keep a scrambled code made from your email address, which nobody can " +
        "turn back into it, so that an old list of mine can't bring you in again.",
      "Every newsletter has an unsubscribe link.",
      "If you're not happy with my answer, you can complain to the Office of the " +
        "Australian Information Commissioner at oaic.gov.au.",
    ],
    // Sample: how soon she answers.
    [0],
  ),
});
