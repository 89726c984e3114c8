/** For a lost answer. Every form and button recognises what it was sent before. */
export const unknownOutcome = {
  message: "We couldn't tell whether that went through.",
  detail: "It's safe to try again: it only counts once.",
} as const;
