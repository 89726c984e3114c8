import { Form, href, Link } from "react-router";
import {
  bouncedSchema,
  consentSchema,
  newsletterPaceSchema,
  tagSchema,
} from "#app/features/newsletter/mailing-schema.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { FoldedForm } from "#app/ui/admin/folded.tsx";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";
import { Field, SelectField, TextField } from "#app/ui/fields.tsx";
import {
  type Mailing,
  mailingStateLabels,
  mailingTones,
} from "#app/features/newsletter/mailing.ts";
import { LinkedRow } from "#app/ui/admin/list.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { Badge } from "#app/ui/badge.tsx";

type Row = Pick<Mailing, "id" | "subject" | "state" | "sendsAt" | "createdAt">;

export function Mailings({ mailings }: { mailings: readonly Row[] }) {
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

export function HowTheyLeave({ settings, posted }: SettingsProps) {
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

export function ReaderForms({ posted, query }: ReaderFormProps) {
  const isOf = (...intents: string[]) =>
    posted && intents.includes(posted.intent ?? "") ? posted : undefined;
  const tagging = isOf("tag", "untag");
  const bounced = isOf("bounced");
  const agreeing = isOf("consent");
  const agreed = usePostedForm(consentSchema, agreeing);
  const tag = usePostedForm(tagSchema, tagging);
  const came = usePostedForm(bouncedSchema, bounced);
  return (
    <div className="mt-6">
      <FoldedForm label="Tag the readers found above" isOpen={tagging?.ok === false}>
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

export function Suppressed({ id, email }: { id: string; email: string }) {
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
