/* What the sign-in says. Answers to an address are the same whether or not it is known here. */

export const sentMessages = {
  magicLink: "Check your email for the magic link",
  recovery: "Check your email for the password reset link",
  signUp: "Check your email for the confirmation link",
  emailCode: "Check your email for the code",
  textCode: "Check your phone for the code",
};

export const linkSentNotice =
  "If this address may come in here, a letter is on its way. Its link works once, within 30 minutes.";

export const signInNotices = {
  "password-updated": "Your password has been updated. Please sign in.",
};

export const signInNotice = (code: string | null): string | null =>
  code && Object.hasOwn(signInNotices, code)
    ? signInNotices[code as keyof typeof signInNotices]
    : null;

const notVerified =
  "Google has not verified this account's e-mail address, so it cannot sign in here.";

const google: Readonly<Record<string, string>> = {
  access_denied: "You did not allow Google to sign you in here. Nothing has happened.",
  no_access: "No access: this Google account may not open the back office.",
  account_not_linked: notVerified,
  email_not_verified: notVerified,
  state_mismatch:
    "This sign-in was not started in this browser, or it took too long. Please try again.",
  state_not_found:
    "This sign-in was not started in this browser, or it took too long. Please try again.",
  invalid_code: "Google's answer was used before or is too old. Please try again.",
  unable_to_get_user_info: "Google's answer could not be verified. Please try again.",
  issuer_mismatch: "Google's answer could not be verified. Please try again.",
  not_configured: "Signing in with Google is not configured here.",
  unavailable:
    "Google does not answer right now. Please try again in a moment, or sign in another way.",
  limit: "Too many attempts. Please wait ten minutes and try again.",
};

/** What went wrong on the way to Google and back, by the code that stands in the address. */
export function googleErrorMessage(code: string | null): string | null {
  if (!code) return null;
  return Object.hasOwn(google, code)
    ? google[code]!
    : "Signing in with Google did not work. Please try again.";
}

const accountNotices: Readonly<Record<string, string>> = {
  "password-changed": "Your password has been changed. All other sessions have ended.",
  "factor-added": "The second factor is set up.",
  "factor-removed": "The second factor has been removed.",
  "session-ended": "The session has ended.",
  "others-ended": "All other sessions have ended.",
};

export const accountNotice = (code: string | null): string | null =>
  code && Object.hasOwn(accountNotices, code) ? accountNotices[code]! : null;
