import type { ReactNode } from "react";
import { href, Link, useFetcher } from "react-router";
import { messageStateLabels, spamReasonLabels } from "#app/features/contact/model.ts";
import type { MessageState, SpamReason } from "#app/server/database/enums.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { EmailLink } from "#app/ui/admin/email-link.tsx";
import { When } from "#app/ui/admin/when.tsx";
import type { EntryAction } from "./entry.ts";
import { messageHeading } from "./use-inbox-keys.ts";

const tones = { new: "waiting", answered: "good", archived: "quiet" } as const;

const factsClass = [
  "grid content-start items-baseline gap-x-6 gap-y-1 text-base max-xl:grid-cols-[auto_minmax(0,1fr)]",
  "max-xl:border-y max-xl:border-line max-xl:py-3",
  "xl:col-start-2 xl:row-span-4 xl:row-start-1 xl:gap-y-3 xl:border-l xl:border-line xl:pt-2 xl:pl-6",
].join(" ");

/** The email address of suspected spam is not a link. */
export function EnquiryPane({
  name,
  kind,
  email,
  at,
  state,
  spamReason,
  facts,
  text,
  reply,
  children,
}: {
  name: string;
  kind: ReactNode;
  email: string;
  at: Date;
  /** Null for an enquiry that is not a message. */
  state: MessageState | null;
  spamReason: SpamReason | null;
  facts: readonly (readonly [label: string, value: ReactNode])[];
  text: string;
  reply?: ReactNode;
  children: ReactNode;
}) {
  const address = spamReason ? email : <Enquirer name={name} email={email} />;
  const all = [["Email", address], ...facts, ["Received", <When key="at" at={at} />]] as const;
  return (
    <article
      aria-labelledby={messageHeading}
      className="grid gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,1fr)_15rem] xl:grid-rows-[auto_auto_auto_1fr]"
    >
      <div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h2
            id={messageHeading}
            tabIndex={-1}
            className="scroll-mt-24 text-2xl wrap-anywhere outline-offset-4"
          >
            {name}
          </h2>
          {spamReason ? (
            <Badge tone="bad">Possible spam</Badge>
          ) : (
            state && <Badge tone={tones[state]}>{messageStateLabels[state]}</Badge>
          )}
        </div>
        <p className="mt-1 text-base text-soft wrap-anywhere">{kind}</p>
        {spamReason && <p className="mt-1 text-base text-soft">{spamReasonLabels[spamReason]}</p>}
      </div>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      <div className="min-w-0">{children}</div>
      <dl className={factsClass}>
        {all.map(([label, value]) => (
          <div key={label} className="max-xl:contents">
            <dt className="text-soft xl:text-sm">{label}</dt>
            <dd className="wrap-anywhere pointer-coarse:has-[a]:py-2.5">{value}</dd>
          </div>
        ))}
      </dl>
      {reply && <div className="min-w-0">{reply}</div>}
    </article>
  );
}

function Enquirer({ name, email }: { name: string; email: string }) {
  return (
    <>
      <EmailLink email={email} />
      <Link
        className="link block w-fit pointer-coarse:mt-5.5"
        to={href("/admin/clients/:email", { email })}
      >
        Client history<span className="sr-only"> ({name})</span>
      </Link>
    </>
  );
}

const buttonClass = "button quiet px-3! max-lg:min-h-11! sm:px-4!";
const textClass = "link min-h-11 min-w-11 cursor-pointer disabled:cursor-default";

/** `to`: the inbox with the list's query, so that the list stays as it is. */
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
            className={action === "genuine" ? buttonClass : textClass}
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
