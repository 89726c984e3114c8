import type { FormState } from "#app/server/http/forms.server.ts";
import { Field, SelectField, TextField } from "#app/ui/fields.tsx";
import { GuardFields } from "#app/features/intake/form-guard.tsx";
import { PrivacyLink } from "#app/ui/privacy-link.tsx";
import { SentMessage, useSentForm } from "#app/features/intake/sent-form.tsx";
import { content } from "#app/content/content.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";
import { eventLimits, pianoTypes } from "./model.ts";
import { eventEnquirySchema } from "./schema.ts";

/** `posted`: the reply to a form sent without scripts. */
export function EventEnquiryForm({
  action,
  posted,
}: {
  action: string;
  posted: FormState | undefined;
}) {
  const { Form, form, state, errors, summary, values, sending } = useSentForm(
    eventEnquirySchema,
    posted,
  );
  return (
    <Form {...form} action={`${action}#event-answer`}>
      <SentMessage id="event-answer" state={state} words={eventToasts()} errors={summary} />
      <GuardFields form="event" />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          name="firstName"
          label="First name"
          autoComplete="given-name"
          defaultValue={values?.firstName}
          error={errors.firstName}
        />
        <Field
          name="lastName"
          label="Last name"
          autoComplete="family-name"
          defaultValue={values?.lastName}
          error={errors.lastName}
        />
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          defaultValue={values?.email}
          error={errors.email}
        />
        <Field
          name="phone"
          label="Phone"
          type="tel"
          autoComplete="tel"
          optional
          defaultValue={values?.phone}
          error={errors.phone}
        />
        <Field
          name="suburb"
          label="Suburb"
          autoComplete="address-level2"
          optional
          defaultValue={values?.suburb}
          error={errors.suburb}
        />
        <SelectField
          name="pianoType"
          label="Piano"
          optional
          options={{ "": "Not specified", ...pianoTypes }}
          defaultValue={values?.pianoType}
          error={errors.pianoType}
        />
      </div>
      <fieldset className="grid grid-cols-2 gap-5 sm:grid-cols-3">
        <legend className="sr-only">When, where and for how many</legend>
        <div className="col-span-2 sm:col-span-1">
          <Field
            name="eventDate"
            label="Date"
            type="date"
            optional
            defaultValue={values?.eventDate}
            error={errors.eventDate}
          />
        </div>
        <Field
          name="startTime"
          label="Starts"
          type="time"
          optional
          defaultValue={values?.startTime}
          error={errors.startTime}
        />
        <Field
          name="endTime"
          label="Ends"
          type="time"
          optional
          defaultValue={values?.endTime}
          error={errors.endTime}
        />
        <div className="col-span-2">
          <Field
            name="venue"
            label="Venue"
            optional
            defaultValue={values?.venue}
            error={errors.venue}
          />
        </div>
        <div className="col-span-2 sm:col-span-1">
          <Field
            name="guests"
            label="Guests"
            type="number"
            min={1}
            max={eventLimits.guestsMax}
            inputMode="numeric"
            optional
            defaultValue={values?.guests}
            error={errors.guests}
          />
        </div>
      </fieldset>
      <TextField
        name="eventDescription"
        label="Your event"
        defaultValue={values?.eventDescription}
        error={errors.eventDescription}
        hint={
          "The occasion, the people, what you'd love to hear. " +
          `${eventLimits.descriptionMin} to ${eventLimits.descriptionMax} characters.`
        }
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <button type="submit" className="button" disabled={sending}>
          {sending ? "Sending Inquiry..." : "Send Inquiry"}
        </button>
        <PrivacyLink />
      </div>
    </Form>
  );
}

export function eventToasts(): FormToasts {
  const { firstName, email } = content().site;
  return {
    loading: "Sending your inquiry...",
    success: {
      title: "Inquiry sent successfully!",
      detail: `${firstName} will be in touch soon.`,
    },
    failure: {
      title: "Failed to send inquiry. Please try again.",
      detail: `Or write to ${email}.`,
    },
  };
}
