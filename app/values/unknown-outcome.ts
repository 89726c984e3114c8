/** What a form or button says when its answer was lost. True of each: it recognises what it was sent before. */
export const unknownOutcome = {
  message: "We couldn't tell whether that went through.",
  detail: "It's safe to try again: it only counts once.",
} as const;
