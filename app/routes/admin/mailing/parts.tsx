import { Form, href, Link } from "react-router";
import {
  type AudienceCounts,
  type Mailing,
  mailingStateLabels,
  mailingTones,
} from "#app/features/newsletter/mailing.ts";
import { noTracking } from "#app/features/newsletter/mailing-copy.ts";
import { type FactEntry, KnownFacts } from "#app/ui/admin/fact.tsx";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { letterPath } from "#app/ui/letter-path.ts";
import { countOf, formatCount } from "#app/values/wording.ts";

type Shown = Omit<Mailing, "html" | "text">;

function MailingState({ state }: Pick<Mailing, "state">) {
  return <Badge tone={mailingTones[state]}>{mailingStateLabels[state]}</Badge>;
}

type EmailCounts = Record<"all" | "waiting" | "later" | "sent" | "failed" | "left", number>;

type StatusProps = {
  mailing: Shown;
  audience: string;
  readers: AudienceCounts;
  emails: EmailCounts;
};

export function MailingStatus({ mailing, audience, readers, emails }: StatusProps) {
  const { state, subject, sendsAt, settledAt } = mailing;
  const isAhead = state === "waiting";
  const facts: FactEntry[] = [
    ["Status", <MailingState key="state" state={state} />],
    ["To", audience],
    ["Readers", isAhead ? formatCount(readers.reached) : formatCount(emails.all)],
    [isAhead ? "Leaves" : "Began", sendsAt && <When key="sends" at={sendsAt} />],
    ["Sent", !isAhead && formatCount(emails.sent)],
    ["Still to go", emails.waiting > 0 && formatCount(emails.waiting)],
    ["Tried again later", emails.later > 0 && formatCount(emails.later)],
    ["Not delivered", emails.failed > 0 && formatCount(emails.failed)],
    ["Never left", emails.left > 0 && formatCount(emails.left)],
    [state === "stopped" ? "Stopped" : "Finished", settledAt && <When key="end" at={settledAt} />],
  ];
  return (
    <section className="flex max-w-2xl flex-col gap-5">
      <KnownFacts facts={facts} />
      {isAhead && (
        <Form method="post">
          <SubmitButton name="intent" value="cancel" className="button" loading="Cancelling...">
            Cancel
          </SubmitButton>
        </Form>
      )}
      {state === "sending" && (
        <Form method="post">
          <SubmitButton name="intent" value="stop" className="button" loading="Stopping...">
            Stop
          </SubmitButton>
        </Form>
      )}
      {!isAhead && emails.all > 0 && (
        <p>
          <Link
            className="link tall"
            to={`${href("/admin/sent-mail")}?${new URLSearchParams({ to: "all", search: subject })}`}
          >
            Every email of it
          </Link>
        </p>
      )}
      {state === "sent" && (
        <Form method="post" className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {mailing.inArchive && (
            <a className="link tall" href={letterPath(mailing.slug!)}>
              On your site
            </a>
          )}
          <input type="hidden" name="inArchive" value={mailing.inArchive ? "no" : "yes"} />
          <SubmitButton name="intent" value="archive" className="button quiet">
            {mailing.inArchive ? "Take it off your site" : "Put it on your site"}
          </SubmitButton>
        </Form>
      )}
      <p className="text-soft">{noTracking}</p>
    </section>
  );
}

/** Those of the audience that it doesn't reach, and why. */
export function LeftOutReaders({ readers }: { readers: AudienceCounts }) {
  const { withoutConsent, suppressed } = readers;
  if (withoutConsent + suppressed === 0) return null;
  const list = (reach: string) => `${href("/admin/newsletter")}?reach=${reach}#readers`;
  return (
    <p className="max-w-2xl">
      Left out:{" "}
      {withoutConsent > 0 && (
        <Link className="link tall" to={list("no-consent")}>
          {countOf(withoutConsent, "reader")} without a consent on file
        </Link>
      )}
      {withoutConsent > 0 && suppressed > 0 && ", "}
      {suppressed > 0 && (
        <Link className="link tall" to={list("suppressed")}>
          {countOf(suppressed, "reader")} whose address was refused
        </Link>
      )}
      .
    </p>
  );
}

type PreviewProps = { id: string; version: number; text: string };

const frameClass = "h-176 max-w-full border border-line bg-surface";

export function MailingPreview({ id, version, text }: PreviewProps) {
  const path = href("/admin/newsletter/:id/preview", { id });
  return (
    <section aria-labelledby="preview" className="mt-10">
      <h2 id="preview" className="display-3 mb-4">
        Preview
      </h2>
      <div className="flex flex-wrap gap-6">
        {(["light", "dark"] as const).map((theme) => (
          <figure key={theme} className="max-w-full">
            <figcaption className="mb-2 text-soft">On a phone, {theme}</figcaption>
            <iframe
              key={version}
              src={`${path}?theme=${theme}&version=${version}`}
              title={`The email in ${theme} colours`}
              sandbox="allow-popups"
              className={`${frameClass} w-97.5`}
            />
          </figure>
        ))}
        <figure className="min-w-72 flex-1">
          <figcaption className="mb-2 text-soft">As plain text</figcaption>
          <p
            className={`${frameClass} overflow-y-auto p-5 text-base whitespace-pre-line wrap-anywhere`}
          >
            {text}
          </p>
        </figure>
      </div>
    </section>
  );
}
