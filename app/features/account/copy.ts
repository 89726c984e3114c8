const accountNotices: Readonly<Record<string, string>> = {
  "password-changed": "Your password has been changed. You're signed out everywhere else.",
  "factor-added": "Two-step sign-in is on.",
  "factor-removed": "That method has been removed.",
  "session-ended": "That session has ended.",
  "others-ended": "You're signed out everywhere else.",
};

export const accountNotice = (code: string | null): string | null =>
  code && Object.hasOwn(accountNotices, code) ? accountNotices[code]! : null;
