/* Messages are the same whether or not an email address has access. */

export const sentMessages = {
  magicLink: "Check your email for the magic link",
  recovery: "Check your email for the password reset link",
  signUp: "Check your email for the confirmation link",
  emailCode: "Check your email for the code",
  textCode: "Check your phone for the code",
};

export const linkSentNotice =
  "If that email has access, we've sent a link. It works once and expires in 30 minutes.";

const notVerified =
  "Google hasn't verified this account's email address, so it can't sign in here.";

const google: Readonly<Record<string, string>> = {
  access_denied: "Google sign-in was cancelled.",
  no_access: "This Google account doesn't have access.",
  account_not_linked: notVerified,
  email_not_verified: notVerified,
  state_mismatch:
    "This sign-in wasn't started in this browser, or took too long. Please try again.",
  state_not_found:
    "This sign-in wasn't started in this browser, or took too long. Please try again.",
  invalid_code: "Google's answer has been used or has expired. Please try again.",
  unable_to_get_user_info: "Google's answer couldn't be verified. Please try again.",
  issuer_mismatch: "Google's answer couldn't be verified. Please try again.",
  not_configured: "Google sign-in isn't set up here.",
  unavailable:
    "Google isn't responding right now. Please try again in a moment, or sign in another way.",
  limit: "Too many attempts. Please wait ten minutes and try again.",
};

/** `code`: the `error` in the URL that Google redirects back to. */
export function googleErrorMessage(code: string | null): string | null {
  if (!code) return null;
  return Object.hasOwn(google, code)
    ? google[code]!
    : "Google sign-in didn't work. Please try again.";
}
