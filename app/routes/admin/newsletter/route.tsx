import { randomUUID } from "node:crypto";
import { Form, href, useLocation, Link, redirect } from "react-router";
import { FileLink } from "#app/ui/admin/access.tsx";
import {
  subscriberStateLabels,
  subscriberList,
  mailchimpLabels,
} from "#app/features/newsletter/model.ts";
import { listSubscribers } from "#app/features/newsletter/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { RecordList, LinkedRow } from "#app/ui/admin/list.tsx";
import { PageHead } from "#app/ui/admin/page.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { guardNames, guardOf } from "#app/features/intake/model.ts";
import { listMailings } from "#app/features/newsletter/mailing-queries.server.ts";
import {
  getNewsletterSettings,
  saveNewsletterSettings,
} from "#app/features/newsletter/settings.server.ts";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";
import { FormFailure } from "#app/ui/form-messages.tsx";
import { showAnswer } from "#app/ui/show-answer.ts";
import { answerForms, ownerAction } from "#app/routes/admin/form-actions.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import {
  bouncedSchema,
  consentSchema,
  newsletterPaceSchema,
  tagSchema,
} from "#app/features/newsletter/mailing-schema.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { FoldedForm } from "#app/ui/admin/folded.tsx";
import { Field, SelectField, TextField } from "#app/ui/fields.tsx";
import {
  type Mailing,
  mailingStateLabels,
  mailingTones,
} from "#app/features/newsletter/mailing.ts";
import { createMailing } from "#app/features/newsletter/mailing-commands.server.ts";
import {
  recordConsent,
  tagReaders,
  releaseReader,
  suppressBounced,
} from "#app/features/newsletter/consents.server.ts";
import { allOf, countOf } from "#app/values/wording.ts";
import type { Route } from "./+types/route";

/** Of all readers that the page's search and filters find. */
const tagging = (adds: boolean) =>
  ownerAction({
    schema: tagSchema,
    failure: "Failed to save it.",
    async run({ db, by, input: { tag, query } }) {
      const list = readListQuery(new URLSearchParams(query), subscriberList);
      const count = await tagReaders(db, by, list, { tag, adds });
      return { ok: true, message: `${adds ? "Tagged" : "Untagged"} ${countOf(count, "reader")}.` };
    },
  });

const newsletterActions = {
  write: ownerAction({
    failure: "Failed to begin a draft.",
    async run({ db, by, values }) {
      const id = await createMailing(db, by, guardOf(values).key);
      return redirect(href("/admin/newsletter/:id", { id }));
    },
  }),
  bounced: ownerAction({
    schema: bouncedSchema,
    failure: "Failed to save it.",
    async run({ db, by, input }) {
      const found = await suppressBounced(db, by, input.pasted);
      if (found.length > 0)
        return {
          ok: true,
          message: `No more newsletters to ${allOf(found)}. Other emails still go.`,
        };
      return { ok: false, errors: { pasted: "No reader who gets newsletters is named in it." } };
    },
  }),
  release: ownerAction({
    failure: "Failed to save it.",
    async run({ db, by, values }) {
      if (await releaseReader(db, by, values.id ?? "")) return { ok: true, message: "Saved." };
      return { ok: false, message: "This reader gets newsletters already." };
    },
  }),
  tag: tagging(true),
  untag: tagging(false),
  consent: ownerAction({
    schema: consentSchema,
    failure: "Failed to save it.",
    async run({ db, by, input: { words, query } }) {
      const list = readListQuery(new URLSearchParams(query), subscriberList);
      const count = await recordConsent(db, by, list, words);
      if (count > 0) return { ok: true, message: `On file for ${countOf(count, "reader")}.` };
      return { ok: false, errors: { words: "None of the readers found above needs it." } };
    },
  }),
  pace: ownerAction({
    schema: newsletterPaceSchema,
    failure: "Failed to save it.",
    async run({ db, by, input }) {
      if (await saveNewsletterSettings(db, by, input)) return { ok: true, message: "Saved." };
      const sender = "A newsletter is on its way. Cancel or stop it first.";
      return { ok: false, errors: { sender } };
    },
  }),
};

export const handle = { title: "Newsletter" };

export function loader({ request, context }: Route.LoaderArgs) {
  const list = readListQuery(new URL(request.url).searchParams, subscriberList);
  const by = currentAdministrator(context);
  return load("Failed to load subscribers.", async () => ({
    list,
    formKey: randomUUID(),
    mailings: await listMailings(getDb(), by),
    settings: await getNewsletterSettings(getDb()),
    subscribers: await listSubscribers(getDb(), by, list),
  }));
}

export const action = answerForms(newsletterActions);

export const clientAction = showAnswer;

export default function NewsletterAdmin({
  loaderData: { list, formKey, mailings, settings, subscribers },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Newsletter">
        <Form method="post">
          <input type="hidden" name={guardNames.key} value={formKey} />
          <SubmitButton name="intent" value="write" loading="Opening a draft...">
            Write a newsletter
          </SubmitButton>
        </Form>
      </PageHead>
      <FormFailure state={actionData} />
      <Mailings mailings={mailings} />
      <h2 id="readers" className="display-3 mt-10 mb-4 scroll-mt-28">
        Readers
      </h2>
      <RecordList
        label="Search subscribers"
        noun="subscriber"
        exports="newsletter"
        list={list}
        shape={subscriberList}
        found={subscribers}
        empty="No subscribers yet."
        hint={
          <>
            People join with the form at the foot of your pages.{" "}
            <a className="link" href={href("/newsletter")}>
              See the form
            </a>
          </>
        }
        columns={[{ by: "email" }, "Name", "Status", { by: "created" }]}
      >
        {({ id, email, firstName, lastName, state, createdAt, tags, ...reader }) => (
          <tr key={id}>
            <td data-place="title" className="font-semibold wrap-anywhere xl:min-w-52">
              {email}
            </td>
            <td data-place="type">
              {`${firstName} ${lastName}`.trim() || "–"}
              {tags.length > 0 && (
                <span className="block text-base text-soft">{tags.join(", ")}</span>
              )}
            </td>
            <td data-place="below">
              <span>
                <Badge tone={state === "subscribed" ? "good" : "waiting"}>
                  {subscriberStateLabels[state]}
                </Badge>
                {mailchimpLabels[reader.mailchimp] && (
                  <span className="block text-base text-soft">
                    {mailchimpLabels[reader.mailchimp]}
                  </span>
                )}
                {reader.mailchimpError && (
                  <span className="block text-base text-danger wrap-anywhere">
                    {reader.mailchimpError}
                  </span>
                )}
                {reader.suppressedAt && <Suppressed id={id} email={email} />}
              </span>
            </td>
            <td data-place="side" className="text-soft [&>time]:first-letter:uppercase">
              <When at={createdAt} />
            </td>
          </tr>
        )}
      </RecordList>
      <p className="mt-4">
        <FileLink
          className="link tall"
          href={href("/admin/export/:list", { list: "newsletter-consents" })}
        >
          Proof of consent (CSV)
        </FileLink>
      </p>
      <ReaderForms posted={actionData} query={useLocation().search} />
      <HowTheyLeave settings={settings} posted={actionData} />
    </>
  );
}

type Row = Pick<Mailing, "id" | "subject" | "state" | "sendsAt" | "createdAt">;

function Mailings({ mailings }: { mailings: readonly Row[] }) {
  if (mailings.length === 0) return null;
  return (
    <table className="table cards">
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col">Status</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {mailings.map(({ id, subject, state, sendsAt, createdAt }) => (
          <LinkedRow key={id}>
            <td data-place="title" className="font-semibold wrap-anywhere">
              <Link data-open="" to={href("/admin/newsletter/:id", { id })}>
                {subject || "Without a subject"}
              </Link>
            </td>
            <td data-place="below">
              <Badge tone={mailingTones[state]}>{mailingStateLabels[state]}</Badge>
            </td>
            <td data-place="side" className="text-soft [&>time]:first-letter:uppercase">
              <When at={sendsAt ?? createdAt} />
            </td>
          </LinkedRow>
        ))}
      </tbody>
    </table>
  );
}

type SettingsProps = {
  settings: { perMinute: number; sender: "site" | "mailchimp"; hasMailchimp: boolean };
  posted: FormState | undefined;
};

const senderLabels = {
  site: "This site, from the page above",
  mailchimp: "Mailchimp, which also welcomes new readers",
};

function HowTheyLeave({ settings, posted }: SettingsProps) {
  const isOwn = posted?.intent === "pace";
  const { form, summary, field } = usePostedForm(newsletterPaceSchema, isOwn ? posted : undefined);
  return (
    <div className="mt-10 border-t border-line">
      <FoldedForm label="How newsletters leave" isOpen={Boolean(isOwn && !posted?.ok)}>
        <Form {...form} className="flex max-w-xl flex-col gap-5 pb-6">
          {summary}
          {settings.hasMailchimp && (
            <SelectField
              {...field("sender", settings.sender)}
              label="Written with"
              options={senderLabels}
              hint="One of the two, so that nobody gets two. Readers of the other come over by an import."
            />
          )}
          <Field
            {...field("perMinute", String(settings.perMinute))}
            label="Emails a minute, at most"
            hint="Other emails never wait for them. Your mail service may allow fewer."
            inputMode="numeric"
          />
          <div>
            <SubmitButton name="intent" value="pace" className="button quiet">
              Save
            </SubmitButton>
          </div>
        </Form>
      </FoldedForm>
    </div>
  );
}

type ReaderFormProps = { posted: FormState | undefined; query: string };

function ReaderForms({ posted, query }: ReaderFormProps) {
  const isOf = (...intents: string[]) =>
    posted && intents.includes(posted.intent ?? "") ? posted : undefined;
  const tagged = isOf("tag", "untag");
  const bounced = isOf("bounced");
  const agreeing = isOf("consent");
  const agreed = usePostedForm(consentSchema, agreeing);
  const tag = usePostedForm(tagSchema, tagged);
  const came = usePostedForm(bouncedSchema, bounced);
  return (
    <div className="mt-6">
      <FoldedForm label="Tag the readers found above" isOpen={tagged?.ok === false}>
        <Form {...tag.form} className="flex max-w-xl flex-col gap-5 pb-6">
          {tag.summary}
          <input type="hidden" name="query" value={query} />
          <Field
            {...tag.field("tag")}
            label="Tag"
            hint="Such as “choir”: a newsletter can go to one tag alone."
          />
          <div className="flex gap-3">
            <SubmitButton name="intent" value="tag" className="button quiet">
              Add
            </SubmitButton>
            <SubmitButton name="intent" value="untag" className="button quiet">
              Take away
            </SubmitButton>
          </div>
        </Form>
      </FoldedForm>
      <FoldedForm label="Put a consent on file" isOpen={agreeing?.ok === false}>
        <Form {...agreed.form} className="flex max-w-xl flex-col gap-5 pb-6">
          {agreed.summary}
          <input type="hidden" name="query" value={query} />
          <TextField
            {...agreed.field("words")}
            label="The words they agreed to"
            rows={3}
            hint="What your earlier form said. It counts for those found above who have none on file."
          />
          <div>
            <SubmitButton name="intent" value="consent" className="button quiet">
              Save
            </SubmitButton>
          </div>
        </Form>
      </FoldedForm>
      <FoldedForm label="An email came back" isOpen={bounced?.ok === false}>
        <Form {...came.form} className="flex max-w-xl flex-col gap-5 pb-6">
          {came.summary}
          <TextField
            {...came.field("pasted")}
            label="What came back"
            hint="Paste the whole email, or only the addresses. They get no newsletters any more."
          />
          <div>
            <SubmitButton name="intent" value="bounced" className="button quiet">
              Save
            </SubmitButton>
          </div>
        </Form>
      </FoldedForm>
    </div>
  );
}

function Suppressed({ id, email }: { id: string; email: string }) {
  return (
    <Form method="post" className="mt-1">
      <input type="hidden" name="id" value={id} />
      <span className="block text-base text-danger">Address refused: no newsletters</span>
      <SubmitButton name="intent" value="release" className="link tall cursor-pointer text-base">
        Write to it again<span className="sr-only">: {email}</span>
      </SubmitButton>
    </Form>
  );
}
