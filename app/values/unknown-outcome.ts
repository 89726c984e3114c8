/** What a form says when its answer was lost. True of every form: each recognises what it was sent before. */
export const unknownOutcome = {
  message: "We couldn't tell whether it arrived.",
  detail: "Sending it again is safe: it won't arrive twice.",
} as const;
