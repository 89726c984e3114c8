import { href, Link } from "react-router";
import { useRef } from "react";
import { content } from "#app/content/content.ts";
import { ownNumber } from "#app/content/own-number.ts";
import { linked } from "#app/ui/linked.tsx";
import { pages } from "#app/content/pages.ts";
import { storeEventEnquiry } from "#app/features/contact/commands.server.tsx";
import { eventEnquirySchema } from "#app/features/contact/event-schema.ts";
import { answerForm } from "#app/features/intake/intake.server.ts";
import { Anchor } from "#app/ui/anchor.tsx";
import { sendWithToasts, type FormToasts } from "#app/ui/form-toasts.ts";
import { Section } from "#app/ui/section.tsx";
import { ArrowLeft, ArrowRight } from "#app/ui/icons.gen.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { GuardFields } from "#app/features/intake/form-guard.tsx";
import { SentMessage, useSentForm } from "#app/features/intake/sent-form.tsx";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field, SelectField, TextField } from "#app/ui/fields.tsx";
import { PrivacyLink } from "#app/ui/privacy-link.tsx";
import { eventLimits, pianoTypes } from "#app/features/contact/event-facts.ts";
import { metaOf } from "./page-meta.ts";
import type { Route } from "./+types/live-piano-services";

export const meta = () => metaOf(pages.livePiano);

export function action({ request }: Route.ActionArgs) {
  return answerForm(request, "event", eventEnquirySchema, storeEventEnquiry);
}

export const clientAction = sendWithToasts(eventToasts);

export default function LivePianoServices({ actionData }: Route.ComponentProps) {
  const { livePiano, site } = content();
  const { heading, from, text, facts, enquire } = livePiano;
  const number = ownNumber();
  return (
    <main>
      <div className="wrap grid items-center gap-8 pt-10 lg:grid-cols-[1fr_1.35fr] lg:gap-16 lg:pt-14">
        <div className="flex flex-col items-start gap-5">
          <h1 className="display-page">{heading}</h1>
          <p className="display-3 font-display">{from}</p>
          <a href="#enquire" className="button">
            {enquire.heading}
          </a>
        </div>
        <LiveGallery />
      </div>
      <div className="wrap grid gap-10 py-14 lg:grid-cols-[1fr_1.35fr] lg:gap-16">
        <div className="measure flex flex-col gap-5 text-lg">
          {text.map((paragraph, index) => (
            <p key={index}>{linked(paragraph)}</p>
          ))}
        </div>
        <div>
          <h2 className="display-3 mb-4">{facts.heading}</h2>
          <ul>
            {facts.items.map((item, index) => (
              <li key={index} className="border-t border-line py-3 text-soft">
                {linked(item)}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Section heading={enquire.heading} id="enquire" raised>
        <div className="grid gap-10 xl:grid-cols-[1fr_14rem]">
          <div className="flex max-w-2xl flex-col gap-6">
            <p className="measure text-lg">{linked(enquire.text)}</p>
            <EventEnquiryForm posted={actionData} />
          </div>
          <aside className="flex flex-col items-start gap-3 border-t border-brass pt-5 xl:self-start">
            <p>Or reach me directly:</p>
            <a
              className="link"
              href={`mailto:${site.email}?subject=${encodeURIComponent("Live piano enquiry")}`}
            >
              {site.email}
            </a>
            {number && (
              <Anchor className="link" href={number.href}>
                {number.name} {number.label}
              </Anchor>
            )}
            <Link to={href("/")} className="button quiet mt-2">
              Back to Home
            </Link>
          </aside>
        </div>
      </Section>
    </main>
  );
}

/** Radio buttons and CSS show the chosen picture: this works without scripts and by keyboard. */
function LiveGallery() {
  const { gallery } = content().livePiano;
  const choices = useRef<HTMLFieldSetElement>(null);
  const step = (by: 1 | -1) => {
    const radios = Array.from(choices.current?.querySelectorAll<HTMLInputElement>("input") ?? []);
    const at = radios.findIndex(({ checked }) => checked);
    const next = radios[(at + by + radios.length) % radios.length];
    if (next) next.checked = true;
  };
  const button =
    "flex size-11 shrink-0 cursor-pointer items-center justify-center " +
    "rounded-full border border-edge hover:text-accent max-sm:hidden";
  return (
    <div className="gallery min-w-0">
      <div className="aspect-3/2 max-h-[calc(100svh-14rem)] w-full overflow-clip rounded-sm bg-raised">
        {gallery.map(({ name, alt }, index) => (
          <div key={index} className={`gallery-picture h-full gallery-picture-${index + 1}`}>
            <Picture
              name={name}
              alt={alt}
              sizes="(min-width: 75rem) 40rem, (min-width: 64rem) 52vw, 92vw"
              priority={index === 0}
              className="size-full object-cover"
            />
          </div>
        ))}
      </div>
      <div className="no-print mt-5 flex items-center gap-5">
        <button type="button" className={button} onClick={() => step(-1)}>
          <ArrowLeft size={18} />
          <span className="sr-only">Previous picture</span>
        </button>
        <fieldset ref={choices} className="grid min-w-0 grow grid-cols-5 gap-3 sm:gap-4">
          <legend className="sr-only">Choose a picture</legend>
          {gallery.map(({ name, alt }, index) => (
            <label key={index} className="gallery-thumb relative cursor-pointer rounded-sm">
              <input
                type="radio"
                name="gallery"
                value={index + 1}
                defaultChecked={index === 0}
                className="sr-only"
              />
              <Picture
                name={name}
                alt={alt}
                sizes="(min-width: 64rem) 9rem, 18vw"
                className="aspect-square w-full rounded-sm object-cover sm:aspect-3/2"
              />
            </label>
          ))}
        </fieldset>
        <button type="button" className={button} onClick={() => step(1)}>
          <ArrowRight size={18} />
          <span className="sr-only">Next picture</span>
        </button>
      </div>
    </div>
  );
}

function EventEnquiryForm({ posted }: { posted: FormState | undefined }) {
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

function eventToasts(): FormToasts {
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
