import { href } from "react-router";
import { and, eq, sql } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, TypedCode, Heading, Text, Facts } from "#app/features/email/email-parts.tsx";
import { queueEmails } from "#app/features/email/outbox.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { verifications } from "#app/server/database/tables.server.ts";
import { hashToken } from "#app/server/secret.server.ts";
import { issueLink } from "./credentials.server.ts";
import { lifetimes, deviceName, type Guesses, signInMethodLabel, type StaffRole } from "./model.ts";
import type { ReactElement } from "react";
import type { EmailKind } from "#app/features/email/model.ts";
import type { ClientInfo } from "#app/server/http/client-info.server.ts";
import { longInstant } from "#app/values/calendar.ts";

/* The outbox erases the text of delivered emails whose kind begins with `one-time-`. */

const notYou = "If this wasn't you, ignore this email. Nobody can sign in without it.";
const works = (lifetime: number) => `works once and expires in ${lifetime / 60_000} minutes.`;

/** `hash`: of the link or code, so that an expired one isn't sent. */
type OneTime = { email: string; hash: string };

const linkEmails = {
  "magic-link": {
    path: href("/login/magic-link"),
    title: "Your sign-in link",
    request: (brand: string) => `to sign in to ${brand}`,
    label: "Sign in",
    note: notYou,
  },
  recovery: {
    path: href("/login/update-password"),
    title: "Choose a new password",
    request: (brand: string) => `for a new password for ${brand}`,
    label: "Choose a new password",
    note: "If this wasn't you, ignore this email: your password stays as it is.",
  },
  confirmation: {
    path: href("/login/confirm"),
    title: "Confirm your email address",
    request: (brand: string) => `to sign up to ${brand} with this email address`,
    label: "Confirm email address",
    note: "If this wasn't you, ignore this email and no account will be opened.",
  },
};

/** `next`: the page that the link leads to. */
export function queueOneTimeLink(
  tx: Db,
  kind: keyof typeof linkEmails,
  { email, token, hash, next }: OneTime & { token: string; next?: string | null },
): Promise<void> {
  const { path, title, request, label, note } = linkEmails[kind];
  const { brand } = content().site;
  const query = new URLSearchParams({ token, ...(next && { next }) });
  const lasts = `The link ${works(lifetimes.link)}`;
  return queueEmails(tx, {
    kind: `one-time-${kind}`,
    oneTimeHash: hash,
    recipient: email,
    subject: `${title} for ${brand}`,
    body: (
      <EmailLayout preview={lasts} note={note}>
        <Heading>{title}</Heading>
        <Text>{`We received a request ${request(brand)}. ${lasts}`}</Text>
        <Action href={absoluteUrl(`${path}?${query}`)}>{label}</Action>
      </EmailLayout>
    ),
  });
}

export function queueCode(tx: Db, { email, code, hash }: OneTime & { code: string }) {
  const title = "Your sign-in code";
  return queueEmails(tx, {
    kind: "one-time-code",
    oneTimeHash: hash,
    recipient: email,
    subject: `${title} for ${content().site.brand}`,
    body: (
      <EmailLayout
        preview={`It ${works(lifetimes.code)}`}
        note={`We'll never ask you for this code. ${notYou}`}
      >
        <Heading>{title}</Heading>
        <TypedCode>{code}</TypedCode>
        <Text>{`The code ${works(lifetimes.code)} Enter it where you were signing in.`}</Text>
      </EmailLayout>
    ),
  });
}

/* Only the newest link of a kind works for an account. */

export async function sendMagicLink(
  db: Db,
  { email, next }: { email: string; next: string | null },
  now = new Date(),
): Promise<void> {
  await db.transaction(async (tx) => {
    // The requests of a double click wait for each other, so that one link is left.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`);
    await tx.delete(verifications).where(eq(verifications.value, email));
    const link = await issueLink(tx, "magic-link", email, now);
    await queueOneTimeLink(tx, "magic-link", { email, ...link, next });
  });
}

export async function sendResetLink(
  db: Db,
  { id, email }: { id: string; email: string },
  token: string,
): Promise<void> {
  const hash = hashToken(`reset-password:${token}`);
  const order = sql`(${verifications.createdAt}, ${verifications.identifier})`;
  await db.transaction(async (tx) => {
    // Of two at the same moment only the older one is deleted.
    const own = tx
      .select({ at: verifications.createdAt, identifier: verifications.identifier })
      .from(verifications)
      .where(eq(verifications.identifier, hash));
    await tx.delete(verifications).where(and(eq(verifications.value, id), sql`${order} < ${own}`));
    await queueOneTimeLink(tx, "recovery", { email, token, hash });
  });
}

type Notice = {
  kind: EmailKind;
  email: string;
  title: string;
  facts: readonly (readonly [string, string])[];
  step: Step;
};

type Step = { preview: string; text: string; action: { href: string; label: string } };

/** Works without signing in, which an intruder may have made impossible. */
const choosePassword = (after = ""): Step => ({
  preview: "choose a new password now.",
  text: `choose a new password now. That signs out every device, including any that isn't yours.${after}`,
  action: {
    href: absoluteUrl(href("/login/forgotten-password")),
    label: "Choose a new password",
  },
});

function queueNotice(tx: Db, { kind, email, title, facts, step }: Notice): Promise<void> {
  const body = (
    <EmailLayout preview={`If this wasn't you, ${step.preview}`}>
      <Heading>{title}</Heading>
      <Facts facts={[["Account", email], ...facts]} />
      <Text>{`If this was you, there's nothing to do. If not, ${step.text}`}</Text>
      <Action href={step.action.href}>{step.action.label}</Action>
    </EmailLayout>
  );
  return queueTitled(tx, kind, email, title, body);
}

const queueTitled = (
  tx: Db,
  kind: EmailKind,
  recipient: string,
  title: string,
  body: ReactElement,
) => queueEmails(tx, { kind, recipient, subject: `${title}: ${content().site.brand}`, body });

export function queueNewDevice(
  tx: Db,
  { email, method, userAgent, ip, at }: ClientInfo & { email: string; method: string; at: Date },
): Promise<void> {
  const facts = [
    ["Device", deviceName(userAgent)],
    ["Signed in with", signInMethodLabel(method)],
    ["IP address", ip ?? "Unknown"],
    ["Time", longInstant(at)],
  ] as const;
  return queueNotice(tx, {
    kind: "new-device",
    email,
    title: "A new device has signed in",
    facts,
    step: {
      preview: "change your password now.",
      text: "change your password now and sign out everywhere else.",
      action: { href: absoluteUrl(href("/admin/account")), label: "Open your account" },
    },
  });
}

export function queuePasswordChanged(tx: Db, email: string, at: Date): Promise<void> {
  return queueNotice(tx, {
    kind: "password-changed",
    email,
    title: "Your password has been changed",
    facts: [["Time", longInstant(at)]],
    step: choosePassword(),
  });
}

export function queueFactorChanged(
  tx: Db,
  { email, what, at }: { email: string; what: string; at: Date },
): Promise<void> {
  return queueNotice(tx, {
    kind: "factor-changed",
    email,
    title: what,
    facts: [["Time", longInstant(at)]],
    step: choosePassword(" If you can't sign in after that, ask whoever runs your site for help."),
  });
}

export function queueWrongGuesses(
  tx: Db,
  email: string,
  { count, since, at, clientIp, userAgent }: Guesses,
): Promise<void> {
  const title = "Someone has been trying to sign in as you";
  const [first, latest] = [since, at].map((time) => longInstant(new Date(time)));
  const facts = [
    ["Account", email],
    ["Wrong guesses", String(count)],
    ["First", first],
    ["Latest", latest !== first && latest],
    ["IP address", clientIp],
    ["Device", userAgent && deviceName(userAgent)],
  ] as const;
  const known = facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
  const body = (
    <EmailLayout
      preview="None of the guesses was right."
      note="You'll hear about this once a day at most."
    >
      <Heading>{title}</Heading>
      <Text>
        The guesses came from a device you haven't signed in with before. None of them was right,
        and whoever it is has to wait between tries.
      </Text>
      <Facts facts={known} />
      <Text>On a new device use a sign-in link; on your own, sign in as usual.</Text>
      <Text>
        If you haven't yet, turn on two-step sign-in in your account: then a guessed password isn't
        enough.
      </Text>
      <Action href={absoluteUrl(href("/admin/account"))}>Open your account</Action>
    </EmailLayout>
  );
  return queueTitled(tx, "guesses", email, title, body);
}

const duties = {
  assistant: "You can look after the inbox, exams, the diary, emails and clients.",
  viewer: "You can read its pages. Only the owner changes things.",
};

export function queueInvitation(
  tx: Db,
  { by, email, role }: { by: string; email: string; role: StaffRole },
): Promise<void> {
  const { brand } = content().site;
  const title = "You now have access to the admin";
  const body = (
    <EmailLayout preview={`${by} has given you access to the admin of ${brand}.`}>
      <Heading>{title}</Heading>
      <Text>{`${by} has given you access to the admin of ${brand}. ${duties[role]}`}</Text>
      <Text>
        {`Open the sign-in page and choose the link by email to ${email}: you need no password.`}
      </Text>
      <Text>If you weren't expecting this, ignore this email.</Text>
      <Action href={absoluteUrl(href("/login"))}>Open the sign-in page</Action>
    </EmailLayout>
  );
  return queueTitled(tx, "invitation", email, title, body);
}
