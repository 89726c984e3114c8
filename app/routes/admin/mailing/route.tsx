import { data, href, Form, Link } from "react-router";
import {
  countEmails,
  getMailing,
  mailingPreview,
} from "#app/features/newsletter/mailing-queries.server.ts";
import {
  mailingDeletion,
  noTracking,
  mailingSchema,
} from "#app/features/newsletter/mailing-schema.ts";
import { countAudience, listAudiences } from "#app/features/newsletter/queries.server.ts";
import { listPictures } from "#app/features/site-pictures/queries.server.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { DeleteButton, DeletionAnswer } from "#app/ui/admin/deletion.tsx";
import { BackLink, PageHead } from "#app/ui/admin/page.tsx";
import { FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { showAnswer } from "#app/ui/show-answer.ts";
import { answerForms } from "#app/routes/admin/form-actions.server.ts";
import { content } from "#app/content/content.ts";
import {
  type MailingAudience,
  type Mailing,
  type AudienceCounts,
  mailingStateLabels,
  mailingTones,
} from "#app/features/newsletter/mailing.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { LeaveGuard, SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";
import { Field, SelectField, TextField, TickField } from "#app/ui/fields.tsx";
import { melbourneDay, wallTime } from "#app/values/calendar.ts";
import { countOf, formatCount } from "#app/values/wording.ts";
import { type FactEntry, KnownFacts } from "#app/ui/admin/fact.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { letterPath } from "#app/ui/letter-path.ts";
import { mailingActions, type MailingFormState } from "./actions.server.ts";
import type { Route } from "./+types/route";

export const handle = { title: "Newsletter" };

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const db = getDb();
  const found = await getMailing(db, by, id);
  if (!found) return data({ mailing: null }, 404);
  const { html: _html, text: _text, ...mailing } = found;
  const { text } = await mailingPreview(db, found, new Date());
  const uploads = await listPictures(db, by);
  return data({
    mailing,
    text,
    audiences: await listAudiences(db, by),
    readers: await countAudience(db, mailing.audience),
    emails: await countEmails(db, by, id),
    pictures: uploads.filter(({ state }) => state === "ready"),
  });
}

export const action = answerForms<MailingFormState>(mailingActions);

export const clientAction = showAnswer<MailingFormState>;

export default function MailingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { mailing } = loaderData;
  if (!mailing)
    return (
      <>
        <BackLink to={href("/admin/newsletter")}>Back to Newsletter</BackLink>
        {actionData?.deleted ? (
          <DeletionAnswer deleted={actionData.deleted} name={undefined} words={mailingDeletion} />
        ) : (
          <p>This newsletter doesn't exist.</p>
        )}
      </>
    );
  const { text, audiences, readers, emails, pictures } = loaderData;
  const { id, state, subject, version, audience } = mailing;
  const isDraft = state === "draft";
  return (
    <article>
      <BackLink to={href("/admin/newsletter")}>Back to Newsletter</BackLink>
      <PageHead title={subject || "A new newsletter"}>
        {isDraft && (
          <DeleteButton
            id={id}
            name={subject}
            question={mailingDeletion.question(subject)}
            toasts={mailingDeletion.deleting}
          />
        )}
      </PageHead>
      <DeletionAnswer asked={actionData?.asked} name={subject} words={mailingDeletion} />
      {actionData?.ok && actionData.message && (
        <div className="mb-6">
          <FormMessage ok>{actionData.message}</FormMessage>
        </div>
      )}
      {isDraft ? (
        <MailingForm
          mailing={mailing}
          audiences={audiences}
          pictures={pictures}
          posted={actionData}
        />
      ) : (
        <>
          <FormFailure state={actionData} />
          <MailingStatus
            mailing={mailing}
            audience={audiences.find(({ value }) => value === audience)?.label ?? audience}
            readers={readers}
            emails={emails}
          />
        </>
      )}
      {(isDraft || state === "waiting") && <LeftOutReaders readers={readers} />}
      <MailingPreview id={id} version={version} text={text} />
    </article>
  );
}

type MailingFormProps = {
  mailing: Omit<Mailing, "html" | "text">;
  audiences: readonly MailingAudience[];
  pictures: readonly { id: string; fileName: string }[];
  posted: (FormState & { warnings?: string[] }) | undefined;
};

const bodyHint =
  "An empty line begins a paragraph, “# ” at the start of a line a heading. " +
  "A link: [my concert](https://…), or [my classes](/coaching) for a page of this site.";

function MailingForm({ mailing, audiences, pictures, posted }: MailingFormProps) {
  const { form, values, errors, summary, field } = usePostedForm(mailingSchema, posted);
  const { sendsAt, version } = mailing;
  const isGone = !audiences.some(({ value }) => value === mailing.audience);
  return (
    <Form {...form} className="flex max-w-3xl flex-col gap-5" key={version}>
      <LeaveGuard />
      <input type="hidden" name="version" value={values?.version ?? version} />
      {summary}
      {posted && !posted.errors && !posted.warnings && <FormFailure state={posted} />}
      <Field {...field("subject", mailing.subject)} label="Subject" />
      <TextField {...field("body", mailing.body)} label="Text" rows={16} hint={bodyHint} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="free-times" className="button quiet">
          Add this week's free times
        </SubmitButton>
        {content().whatsOn.dates.length > 0 && (
          <SubmitButton name="intent" value="whats-on" className="button quiet">
            Add the dates of What's on
          </SubmitButton>
        )}
      </div>
      <div className={pairClass}>
        <SelectField
          {...field("pictureId", mailing.pictureId ?? "")}
          label="Picture"
          options={{
            "": "None",
            ...(mailing.pictureId && { [mailing.pictureId]: "The picture from before" }),
            ...Object.fromEntries(pictures.map(({ id, fileName }) => [id, fileName])),
          }}
          hint="Above the text."
        />
        <Field
          {...field("pictureAlt", mailing.pictureAlt)}
          label="What the picture shows"
          optional
        />
        <Field {...field("buttonLabel", mailing.buttonLabel)} label="Button" optional />
        <Field
          {...field("buttonUrl", mailing.buttonUrl)}
          label="Where it leads"
          hint="https://…, or /coaching for a page of this site."
          optional
        />
      </div>
      <p className="text-base">
        <Link className="link tall" to={href("/admin/site/pictures")}>
          Upload a picture
        </Link>
      </p>
      <SelectField
        {...field("audience", mailing.audience)}
        label="To"
        options={Object.fromEntries([
          ...audiences.map(({ value, label, count }) => [
            value,
            `${label} (${countOf(count, "reader")})`,
          ]),
          ...(isGone ? [[mailing.audience, "Nobody any more"]] : []),
        ])}
      />
      <fieldset className={pairClass}>
        <legend className="mb-2">
          <span className="font-semibold">When</span>{" "}
          <span className="text-soft">Left empty: ten minutes after Send.</span>
        </legend>
        <Field
          {...field("day", sendsAt ? melbourneDay(sendsAt) : "")}
          label="Day"
          type="date"
          optional
        />
        <Field
          {...field("time", sendsAt ? wallTime(sendsAt).slice(11, 16) : "")}
          label="Melbourne time"
          type="time"
          optional
        />
      </fieldset>
      <TickField
        name="inArchive"
        defaultChecked={values ? values.inArchive === "on" : mailing.inArchive}
        error={errors.inArchive}
      >
        Keep it on your site too, once it's sent
      </TickField>
      {posted?.warnings && (
        <div role="alert" className="border-l-4 border-danger bg-raised p-4">
          <p className="font-semibold">Not sent yet: it may land in spam.</p>
          <ul className="mb-3">
            {posted.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
          <SubmitButton name="intent" value="send-anyway" className="button quiet">
            Send anyway
          </SubmitButton>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="save" className="button quiet" busy="Saving...">
          Save and preview
        </SubmitButton>
        <SubmitButton
          name="intent"
          value="test"
          className="button quiet"
          loading="Sending a test..."
        >
          Send me a test
        </SubmitButton>
        <SubmitButton name="intent" value="send" loading="Sending...">
          Send
        </SubmitButton>
      </div>
    </Form>
  );
}

const pairClass = "grid gap-x-5 gap-y-5 sm:grid-cols-2";

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

function MailingStatus({ mailing, audience, readers, emails }: StatusProps) {
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
function LeftOutReaders({ readers }: { readers: AudienceCounts }) {
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

function MailingPreview({ id, version, text }: PreviewProps) {
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
