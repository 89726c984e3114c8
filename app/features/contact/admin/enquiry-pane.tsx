import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import { messageStateLabels, spamReasonLabels } from "#app/features/contact/model.ts";
import type { MessageState, SpamReason } from "#app/server/database/enums.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { EmailLink } from "#app/ui/admin/email-link.tsx";
import { When } from "#app/ui/admin/when.tsx";
import type { EntryAction } from "./entry.ts";
import { messageHeading } from "./use-inbox-keys.ts";

/** Who wrote, and when. An email address of suspected spam is no link. */
export function EnquiryPane({
  name,
  email,
  at,
  state,
  spamReason,
  facts,
  children,
}: {
  name: string;
  email: string;
  at: Date;
  /** Null for an enquiry that is no message. */
  state: MessageState | null;
  spamReason: SpamReason | null;
  facts: readonly (readonly [label: string, value: ReactNode])[];
  children: ReactNode;
}) {
  const address = spamReason ? email : <EmailLink email={email} />;
  const all = [["Email", address], ...facts, ["Received", <When key="at" at={at} />]] as const;
  return (
    <article aria-labelledby={messageHeading} className="max-w-3xl">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2
          id={messageHeading}
          tabIndex={-1}
          className="display-3 scroll-mt-24 wrap-anywhere outline-offset-4"
        >
          {name}
        </h2>
        {spamReason ? (
          <Badge tone="bad">Possible spam</Badge>
        ) : (
          state && (
            <Badge tone={state === "new" ? "waiting" : "good"}>{messageStateLabels[state]}</Badge>
          )
        )}
      </div>
      {spamReason && <p className="mt-1 text-base text-soft">{spamReasonLabels[spamReason]}</p>}
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-base">
        {all.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-soft">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </article>
  );
}

/** `to` is the inbox with the list's query, so that the list stays as it is. */
export function EntryActions({
  id,
  of,
  to,
  actions,
}: {
  id: string;
  of: "message" | "booking";
  to: string;
  actions: readonly EntryAction[];
}) {
  const { Form, data, state } = useFetcher<FormState>();
  return (
    <>
      {actions.map(({ action, label, next, shortcut }) => (
        <Form key={action} method="post" action={to}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="of" value={of} />
          <input type="hidden" name="next" value={next} />
          <button
            type="submit"
            name="action"
            value={action}
            aria-keyshortcuts={shortcut}
            className="button quiet"
            disabled={state !== "idle"}
          >
            {label}
          </button>
        </Form>
      ))}
      {data?.message && <FormMessage ok={data.ok}>{data.message}</FormMessage>}
    </>
  );
}
