import { isSentFrom } from "#app/server/outbound/outgoing-email.server.ts";
import { type Finding, isReserved } from "./finding.ts";

/* What is unset or not fit for a live site among the settings. */

type Environment = Readonly<Record<string, string | undefined>>;

export function settingFindings(environment: Environment): Finding[] {
  const {
    SITE_URL = "",
    SMTP_URL,
    MAIL_FROM,
    OWNER_EMAIL,
    AUTH_SECRET = "",
    TRUST_PROXY = "0",
    LOG_LEVEL = "info",
    STRIPE_SECRET_KEY = "",
  } = environment;
  const host = URL.canParse(SITE_URL) ? new URL(SITE_URL).hostname : "";
  const secure = SITE_URL.startsWith("https://");
  const wrong: [string, boolean, string][] = [
    ["SITE_URL", !secure, "must be the public https address"],
    [
      "SITE_URL",
      secure && (isReserved(host) || /^[\d.]+$|^\[/.test(host)),
      "is nobody's address yet",
    ],
    ["SMTP_URL", !SMTP_URL, "is not set: emails are only kept, not sent"],
    [
      "SMTP_URL",
      SMTP_URL !== undefined &&
        URL.canParse(SMTP_URL) &&
        isReserved(new URL(SMTP_URL).hostname) &&
        new URL(SMTP_URL).hostname !== "localhost",
      "names a mail server that does not exist",
    ],
    [
      "SMTP_URL",
      /[?&]tls\.rejectUnauthorized=(false|0)/.test(SMTP_URL ?? ""),
      "takes any certificate: anyone in between can read the password and every email",
    ],
    ["MAIL_FROM", !MAIL_FROM, "is not set: emails would come from a sample address"],
    [
      "MAIL_FROM",
      Boolean(MAIL_FROM && isReserved(MAIL_FROM)),
      "is nobody's address: emails would be refused as forged",
    ],
    ["OWNER_EMAIL", !OWNER_EMAIL, "is not set: the owner's emails go to the first owner's address"],
    ["OWNER_EMAIL", Boolean(OWNER_EMAIL && isReserved(OWNER_EMAIL)), "is nobody's address"],
    [
      "AUTH_SECRET",
      AUTH_SECRET !== "" && /random-characters|secret|change|(.)\1{7}/i.test(AUTH_SECRET),
      "is an example that others know: make one with openssl rand -base64 32",
    ],
    [
      "TRUST_PROXY",
      secure && TRUST_PROXY === "0",
      "is 0: https needs a proxy in front, and without its number all visitors count as one",
    ],
    [
      "STRIPE_SECRET_KEY",
      /^[rs]k_test_/.test(STRIPE_SECRET_KEY),
      "is a test key: no card is charged",
    ],
    ["LOG_LEVEL", LOG_LEVEL === "silent" || LOG_LEVEL === "fatal", "hides what goes wrong"],
  ];
  return wrong.filter(([, found]) => found).map(([where, , what]) => ({ where, what }));
}

/** Optional settings that are not set, and what else may be as it is. */
export function choiceFindings(environment: Environment): Finding[] {
  const choices: [string, string][] = [
    ["DATABASE_URL", "the embedded database, for one process"],
    ["GOOGLE_CLIENT_ID", "no signing in with Google; its button says so"],
    ["MAILCHIMP_API_KEY", "newsletter subscribers are kept here only"],
    ["TWILIO_ACCOUNT_SID", "no codes by text message"],
    ["STRIPE_SECRET_KEY", "invoices are paid by PayID or transfer, not by card"],
    [
      "BACKUP_KEY_FILE",
      "backups are not sealed: whoever has one has everything. npm run backup-key -- FILE makes a key; " +
        "keep a copy of it away from the server",
    ],
  ];
  const { MAIL_FROM, OWNER_EMAIL } = environment;
  const unset = choices
    .filter(([name]) => !environment[name])
    .map(([where, what]) => ({ where, what: `is not set: ${what}`, kind: "choice" as const }));
  if (!OWNER_EMAIL || !isSentFrom(OWNER_EMAIL, MAIL_FROM ?? "")) return unset;
  const what =
    "is OWNER_EMAIL too: her calendar takes in no invitations from herself. " +
    "The link in /admin/calendar brings her diary into it";
  return [{ where: "MAIL_FROM", what, kind: "choice" }, ...unset];
}
