import type { ReactElement } from "react";
import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, Facts, Heading, Text } from "#app/features/email/email-parts.tsx";
import type { EmailKind } from "#app/features/email/model.ts";
import { queueEmails } from "#app/features/email/outbox.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { ClientInfo } from "#app/server/http/client-info.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { longInstant } from "#app/values/calendar.ts";
import { deviceName, type Guesses, signInMethodLabel, type StaffRole } from "./model.ts";

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
