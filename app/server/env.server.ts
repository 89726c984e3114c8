import { resolve } from "node:path";
import { z } from "zod";

const url = (protocols: RegExp, example: string) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.test(new URL(value).protocol),
      `must be a URL such as ${example}`,
    );
const whole = (what: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be ${what}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be ${what}`);
const email = z.email("must be an email address");
const emailList = z
  .string()
  .transform((list) =>
    list
      .split(",")
      .map((entry) => entry.trim().toLowerCase())
      .filter(Boolean),
  )
  .pipe(z.array(z.email("must be email addresses separated by commas")));

const schema = z.object({
  PORT: whole("a port from 0 to 65535", 0, 65535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  SITE_URL: url(/^https?:$/, "https://example.com")
    .refine(
      (value) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`,
      "must be an origin without a path",
    )
    .transform((value) => new URL(value).origin)
    .optional(),
  DATA_DIR: z
    .string()
    .min(1)
    .default("./data")
    .transform((path) => resolve(path)),
  DATABASE_URL: url(/^postgres(ql)?:$/, "postgres://user:password@localhost:5432/site").optional(),
  AUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  ADMIN_EMAILS: emailList.default([]),
  TRUST_PROXY: whole("a number of proxies from 0 to 10", 0, 10).default(0),
  SMTP_URL: url(/^smtps?:$/, "smtps://user:password@smtp.example.com").optional(),
  MAIL_FROM: z.string().min(3).default("Breath & Key <hello@breath-and-key.example>"),
  OWNER_EMAIL: email.optional(),
  MAILCHIMP_API_KEY: z.string().min(1).optional(),
  MAILCHIMP_AUDIENCE_ID: z
    .string()
    .regex(/^\w+$/, "must be the id of an audience, such as a1b2c3d4e5")
    .optional(),
  MAILCHIMP_BASE_URL: url(/^https?:$/, "https://us21.api.mailchimp.com/3.0").optional(),
  NEWSLETTER_DOUBLE_OPT_IN: z.enum(["yes", "no"], "must be yes or no").default("no"),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: url(/^https?:$/, "https://accounts.google.com").default(
    "https://accounts.google.com",
  ),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  TWILIO_BASE_URL: url(/^https?:$/, "https://api.twilio.com")
    .transform((value) => value.replace(/\/+$/, ""))
    .default("https://api.twilio.com"),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_BASE_URL: url(/^https?:$/, "https://api.stripe.com")
    .transform((value) => value.replace(/\/+$/, ""))
    .default("https://api.stripe.com"),
  BACKUP_KEY_FILE: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  LOG_LEVEL: z
    .enum(
      ["fatal", "error", "warn", "info", "debug", "silent"],
      "must be fatal, error, warn, info, debug or silent",
    )
    .default("info"),
});

export const settingNames: readonly string[] = Object.keys(schema.shape);

type Parsed = z.output<typeof schema>;
export type Settings = Omit<Parsed, "SITE_URL"> & { SITE_URL: string };

class WrongSettings extends Error {
  override name = "WrongSettings";
}

/** Empty values count as unset. Throws {@link WrongSettings} with a line for each wrong setting. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const parsed = schema.safeParse(given);
  const lines = new Map<string, string>();
  if (!parsed.success) {
    for (const issue of parsed.error.issues) lines.set(String(issue.path[0]), issue.message);
  }
  for (const [name, required] of requiredTogether) {
    if (given[name] && !given[required]) lines.set(required, `is required when ${name} is set`);
  }
  if (
    given.MAILCHIMP_API_KEY &&
    !given.MAILCHIMP_BASE_URL &&
    !/-[a-z]+\d+$/.test(given.MAILCHIMP_API_KEY)
  )
    lines.set("MAILCHIMP_API_KEY", "must end with its data centre, such as -us21");
  if (lines.size > 0 || !parsed.success) {
    throw new WrongSettings([...lines].map(([name, message]) => `${name} ${message}`).join("\n"));
  }
  return {
    ...parsed.data,
    SITE_URL: parsed.data.SITE_URL ?? `http://localhost:${parsed.data.PORT}`,
  };
}

const requiredTogether = [
  ["DATABASE_URL", "AUTH_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN"],
  ["TWILIO_ACCOUNT_SID", "TWILIO_FROM"],
  ["MAILCHIMP_API_KEY", "MAILCHIMP_AUDIENCE_ID"],
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["STRIPE_WEBHOOK_SECRET", "STRIPE_SECRET_KEY"],
] as const;

let settings: Settings | null = null;

export function getSettings(): Settings {
  return (settings ??= readSettings(process.env));
}
