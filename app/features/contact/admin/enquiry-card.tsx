import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import { spamReasonLabels } from "#app/features/contact/model.ts";
import type { SpamReason } from "#app/server/database/enums.ts";
import { Badge } from "#app/ui/badge.tsx";
import { longInstant } from "#app/values/calendar.ts";

export function EnquiryCard({
  name,
  email,
  at,
  spamReason,
  badge,
  children,
}: {
  name: string;
  email: string;
  at: Date;
  spamReason: SpamReason | null;
  /** Shown unless the enquiry is suspected spam. */
  badge?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="border-t border-line py-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="display-3 wrap-anywhere">{name}</h2>
        {spamReason ? <Badge tone="bad">Possible spam</Badge> : badge}
      </div>
      <p className="text-base text-soft">
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>{" "}
        · {longInstant(at)}
      </p>
      {spamReason && <p className="mt-3 text-base text-soft">{spamReasonLabels[spamReason]}</p>}
      {children}
    </li>
  );
}

export function EnquiryActions({
  id,
  of,
  actions,
}: {
  id: string;
  of: "message" | "booking";
  actions: readonly (readonly [string, string])[];
}) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post" className="mt-4 flex flex-wrap gap-3">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="of" value={of} />
      {actions.map(([action, label]) => (
        <button
          key={action}
          type="submit"
          name="action"
          value={action}
          className="button quiet"
          disabled={fetcher.state !== "idle"}
        >
          {label}
        </button>
      ))}
    </fetcher.Form>
  );
}
