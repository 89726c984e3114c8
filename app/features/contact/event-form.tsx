import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { GuardFields } from "#app/features/intake/form-guard.tsx";
import { SentMessage, useSentForm } from "#app/features/intake/sent-form.tsx";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field, SelectField, TextField } from "#app/ui/fields.tsx";
import type { FormToasts } from "#app/ui/form-toasts.ts";
import { PrivacyLink } from "#app/ui/privacy-link.tsx";
import { eventLimits, pianoTypes } from "./event-facts.ts";
import { eventEnquirySchema } from "./event-schema.ts";

export function EventEnquiryForm({ posted }: { posted: FormState | undefined }) {
  const { Form, form, state, field, summary, sending } = useSentForm(eventEnquirySchema, posted);
  return (
    <Form {...form} action={`${href("/live-piano-services")}#event-answer`}>
      <SentMessage id="event-answer" state={state} words={eventToasts()} errors={summary} />
      <GuardFields form="event" />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...field("firstName")} label="First name" autoComplete="given-name" />
        <Field {...field("lastName")} label="Last name" autoComplete="family-name" />
        <Field {...field("email")} label="Email" type="email" autoComplete="email" />
        <Field {...field("phone")} label="Phone" type="tel" autoComplete="tel" optional />
        <Field {...field("suburb")} label="Suburb" autoComplete="address-level2" optional />
        <SelectField
          {...field("pianoType")}
          label="Piano"
          optional
          options={{ "": "Not specified", ...pianoTypes }}
        />
      </div>
      <fieldset className="grid grid-cols-2 gap-5 sm:grid-cols-3">
        <legend className="sr-only">When, where and for how many</legend>
        <div className="col-span-2 sm:col-span-1">
          <Field {...field("eventDate")} label="Date" type="date" optional />
        </div>
        <Field {...field("startTime")} label="Starts" type="time" optional />
        <Field {...field("endTime")} label="Ends" type="time" optional />
        <div className="col-span-2">
          <Field {...field("venue")} label="Venue" optional />
        </div>
        <div className="col-span-2 sm:col-span-1">
          <Field
            {...field("guests")}
            label="Guests"
            type="number"
            min={1}
            max={eventLimits.guestsMax}
            inputMode="numeric"
            optional
          />
        </div>
      </fieldset>
      <TextField
        {...field("eventDescription")}
        label="Your event"
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
