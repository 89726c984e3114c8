import type { ReactNode } from "react";
import { href, Link, useFetcher } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { longInstant } from "#app/values/calendar.ts";
import {
  type ContactMessage,
  messageStateLabels,
  spamReasonLabels,
} from "#app/features/contact/model.ts";
import type { MessageState } from "#app/server/database/enums.ts";

const nextSteps: Record<MessageState, readonly [MessageState, string][]> = {
  new: [
    ["answered", "Mark as answered"],
    ["archived", "Archive"],
  ],
  answered: [
    ["new", "Back to new"],
    ["archived", "Archive"],
  ],
  archived: [["new", "Back to new"]],
};

export function MessageCard({
  message: { id, name, email, message, state, spamReason, createdAt },
  children,
}: {
  message: ContactMessage;
  children: ReactNode;
}) {
  return (
    <EnquiryCard
      name={name}
      email={email}
      at={createdAt}
      badge={
        spamReason ? (
          <Badge tone="bad">Possible spam</Badge>
        ) : (
          <Badge tone={state === "new" ? "waiting" : "good"}>{messageStateLabels[state]}</Badge>
        )
      }
    >
      {spamReason && <p className="mt-3 text-base text-soft">{spamReasonLabels[spamReason]}</p>}
      <p className="mt-3 whitespace-pre-line wrap-anywhere">{message}</p>
      {!spamReason && (
        <div className="mt-4 flex flex-wrap gap-x-6 gap-y-1">
          {children}
          <Link className="link" to={href("/admin/clients/:email", { email })}>
            Client history<span className="sr-only"> ({name})</span>
          </Link>
          <Link className="link" to={`${href("/admin/quotes/new")}?from=${id}`}>
            Create quote
          </Link>
        </div>
      )}
      <EnquiryActions
        id={id}
        of="message"
        deeds={spamReason ? [["genuine", "Not spam"]] : nextSteps[state]}
      />
    </EnquiryCard>
  );
}

export function EnquiryCard({
  name,
  email,
  at,
  badge,
  children,
}: {
  name: string;
  email: string;
  at: Date;
  badge: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="border-t border-line py-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="display-3 wrap-anywhere">{name}</h2>
        {badge}
      </div>
      <p className="text-base text-soft">
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>{" "}
        · {longInstant(at)}
      </p>
      {children}
    </li>
  );
}

export function EnquiryActions({
  id,
  of,
  deeds,
}: {
  id: string;
  of: "message" | "booking";
  deeds: readonly (readonly [string, string])[];
}) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post" className="mt-4 flex flex-wrap gap-3">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="of" value={of} />
      {deeds.map(([deed, label]) => (
        <button
          key={deed}
          type="submit"
          name="deed"
          value={deed}
          className="button quiet"
          disabled={fetcher.state !== "idle"}
        >
          {label}
        </button>
      ))}
    </fetcher.Form>
  );
}
