import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { type ContactMessage, messageStateLabels } from "#app/features/contact/model.ts";
import { EnquiryActions, EnquiryCard } from "./enquiry-card.tsx";
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
      spamReason={spamReason}
      badge={<Badge tone={state === "new" ? "waiting" : "good"}>{messageStateLabels[state]}</Badge>}
    >
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
        actions={spamReason ? [["genuine", "Not spam"]] : nextSteps[state]}
      />
    </EnquiryCard>
  );
}
