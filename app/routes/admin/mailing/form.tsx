import { Form, href, Link } from "react-router";
import { content } from "#app/content/content.ts";
import type { MailingAudience, Mailing } from "#app/features/newsletter/mailing.ts";
import { mailingSchema } from "#app/features/newsletter/mailing-schema.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";
import { Field, SelectField, TextField, TickField } from "#app/ui/fields.tsx";
import { FormFailure } from "#app/ui/form-messages.tsx";
import { melbourneDay, wallTime } from "#app/values/calendar.ts";
import { countOf } from "#app/values/wording.ts";

type MailingFormProps = {
  mailing: Omit<Mailing, "html" | "text">;
  audiences: readonly MailingAudience[];
  pictures: readonly { id: string; fileName: string }[];
  posted: (FormState & { warnings?: string[] }) | undefined;
};

const bodyHint =
  "An empty line begins a paragraph, “# ” at the start of a line a heading. " +
  "A link: [my concert](https://…), or [my classes](/coaching) for a page of this site.";

export function MailingForm({ mailing, audiences, pictures, posted }: MailingFormProps) {
  const { form, values, errors, summary, field } = usePostedForm(mailingSchema, posted);
  const { sendsAt, version } = mailing;
  const isGone = !audiences.some(({ value }) => value === mailing.audience);
  return (
    <Form {...form} className="flex max-w-3xl flex-col gap-5" key={version}>
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
