import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { linked } from "#app/ui/linked.tsx";
import { amebRehearsals } from "#app/content/offers.ts";
import { pages } from "#app/content/pages.ts";
import { storeAmebEnquiry } from "#app/features/ameb/commands.server.tsx";
import { nextSteps, amebToasts, usualReply, amebSchema } from "#app/features/ameb/schema.ts";
import { answerForm } from "#app/features/intake/intake.server.ts";
import { sendWithToasts } from "#app/ui/form-toasts.ts";
import { IntroPicture, PageIntro, Section } from "#app/ui/section.tsx";
import { melbourneDay, type Day, isDay, longDay } from "#app/values/calendar.ts";
import { formatPrice } from "#app/values/money.ts";
import type { Route } from "./+types/ameb-accompanying";
import { metaOf } from "./page-meta.ts";
import { PriceList } from "./price-list.tsx";
import { useState } from "react";
import { rehearsalLengths } from "#app/server/database/enums.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { amebDueWeeks } from "#app/values/terms.ts";
import { inWords } from "#app/values/wording.ts";
import { ChoiceField, Field, TickField } from "#app/ui/fields.tsx";
import { useFocusOnArrival } from "#app/ui/form-messages.tsx";
import { GuardFields } from "#app/features/intake/form-guard.tsx";
import { PrivacyLink } from "#app/ui/privacy-link.tsx";
import { SentMessage, useSentForm } from "#app/features/intake/sent-form.tsx";
import { amebServices, cutOff, isShortNotice } from "#app/features/ameb/model.ts";

export const meta = () => metaOf(pages.ameb);

export function action({ request }: Route.ActionArgs) {
  return answerForm(request, "ameb", amebSchema, storeAmebEnquiry, (booking) => {
    if (!booking) return {};
    const { reply, steps } = nextSteps(booking, melbourneDay(booking.createdAt));
    return { detail: [reply, ...steps].join("\n") };
  });
}

export const clientAction = sendWithToasts(amebToasts);

export default function AmebAccompanying({ actionData }: Route.ComponentProps) {
  const { ameb, prices } = content();
  const { heading, intro, picture, examDay, rehearsals, location, note, enquire } = ameb;
  return (
    <main>
      <PageIntro
        heading={heading}
        id="ameb-top"
        wide
        aside={<IntroPicture {...picture} shape="landscape" />}
      >
        <p>{linked(intro)}</p>
        <a href="#ameb-booking-form" className="button">
          {enquire.heading}
        </a>
      </PageIntro>
      <div className="wrap grid items-start gap-10 pt-10 pb-16 md:grid-cols-2 lg:grid-cols-3 lg:gap-16">
        <div>
          <PriceList
            level="h2"
            heading={examDay.heading}
            prices={[{ label: examDay.unit, price: formatPrice(prices.ameb.examDay) }]}
          />
          <p className="mt-2 text-soft">{linked(examDay.text)}</p>
        </div>
        <div>
          <PriceList
            level="h2"
            heading={rehearsals.heading}
            prices={amebRehearsals(prices).map(({ minutes, price }) => ({
              label: `${minutes} min`,
              price: formatPrice(price),
            }))}
          />
          <p className="mt-2 text-soft">{linked(rehearsals.text)}</p>
        </div>
        <div className="grid gap-10 md:col-span-full md:grid-cols-2 lg:col-span-1 lg:grid-cols-1">
          {[location, note].map(({ heading: title, text }, index) => (
            <div key={index}>
              <h2 className="display-3 mb-3">{title}</h2>
              <p className="border-t border-line pt-3 text-soft">{linked(text)}</p>
            </div>
          ))}
        </div>
      </div>
      <Section heading={enquire.heading} id="ameb-booking-form" raised>
        <div className="flex max-w-2xl flex-col gap-10">
          <p className="measure text-lg">{linked(enquire.text)}</p>
          <AmebForm posted={actionData} />
        </div>
      </Section>
    </main>
  );
}

const page = href("/ameb-accompanying");

type Props = { posted: FormState | undefined };

function AmebForm({ posted }: Props) {
  const [round, setRound] = useState(0);
  // A new key resets the form.
  return (
    <Round
      key={round}
      posted={round === 0 ? posted : undefined}
      again={round > 0}
      another={() => setRound(round + 1)}
    />
  );
}

function Round({ posted, again, another }: Props & { again: boolean; another: () => void }) {
  const { Form, form, state, field, errors, summary, values, sending } = useSentForm(
    amebSchema,
    posted,
  );
  const [today] = useState(() => melbourneDay(new Date()));
  const [date, setDate] = useState(values?.examDate ?? "");
  const [undated, setUndated] = useState(values?.examDateUnknown === "on");
  if (state?.ok) return <Confirmed detail={state.detail} another={another} />;
  const chosen = values?.serviceRequired;
  const late = !undated && isDay(date) && isShortNotice(date, today);
  return (
    <Form
      {...form}
      action={`${page}#ameb-answer`}
      className="ameb-form no-print flex flex-col gap-5"
    >
      <SentMessage id="ameb-answer" state={state} words={amebToasts()} errors={summary} />
      <GuardFields form="ameb" />
      <Field
        {...field("studentParentName")}
        label="Student/Parent Name"
        autoComplete="name"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- "Book Another Inquiry" leads here
        autoFocus={again}
      />
      <Field {...field("contactEmail")} label="Contact Email" type="email" autoComplete="email" />
      <div className="grid gap-5 sm:grid-cols-2">
        <div>
          <Field
            {...field("examDate")}
            label="Exam Date"
            type="date"
            onChange={({ currentTarget }) => setDate(currentTarget.value)}
            error={undated ? undefined : errors.examDate}
            optional={undated}
            hint={late ? shortNotice(date) : undefined}
          />
          <TickField
            name="examDateUnknown"
            defaultChecked={undated}
            onChange={({ currentTarget }) => setUndated(currentTarget.checked)}
          >
            I don't have a date yet
          </TickField>
        </div>
        <Field
          {...field("examTime")}
          label="Exam Time"
          placeholder="10:40 am"
          error={undated ? undefined : errors.examTime}
          optional={undated}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          {...field("examBoardGrade")}
          label="Exam Board & Grade"
          placeholder="AMEB Grade 5 violin"
        />
        <Field {...field("teacherName")} label="Teacher's Name" optional />
      </div>
      <ChoiceField
        name="serviceRequired"
        legend="Service required"
        options={amebServices}
        chosen={chosen ? [chosen] : []}
        error={errors.serviceRequired}
      />
      <fieldset className="ameb-rehearsal" aria-describedby="rehearsalMinutes-note">
        <legend className="font-semibold">Length of the rehearsal</legend>
        <div className="flex gap-6 py-2">
          {rehearsalLengths.map((minutes, index) => (
            <label key={minutes} className="flex items-center gap-2">
              <input
                type="radio"
                id={index === 0 ? "rehearsalMinutes" : undefined}
                name="rehearsalMinutes"
                value={minutes}
                defaultChecked={values?.rehearsalMinutes === String(minutes)}
                className="size-5 accent-(--fill)"
              />
              {minutes} min
            </label>
          ))}
        </div>
        <p id="rehearsalMinutes-note" className="font-semibold text-danger">
          {errors.rehearsalMinutes}
        </p>
      </fieldset>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <button type="submit" className="button" disabled={sending}>
          {sending ? "Sending Inquiry..." : "Send Inquiry"}
        </button>
        <PrivacyLink />
      </div>
    </Form>
  );
}

const shortNotice = (examDate: Day) =>
  `That's less than ${inWords(amebDueWeeks)} weeks away: ` +
  `booking and music were due by ${longDay(cutOff(examDate))}. ` +
  content().ameb.note.shortNotice;

type ConfirmedProps = { detail: string | undefined; another: () => void };

/** @param detail one sentence a line: when to expect a reply, then the next steps */
function Confirmed({ detail = usualReply(), another }: ConfirmedProps) {
  const [reply, ...steps] = detail.split("\n");
  return (
    <div
      id="ameb-answer"
      tabIndex={-1}
      role="status"
      className="flex flex-col items-start gap-4 border-l-4 border-good bg-surface p-6"
    >
      <h3 ref={useFocusOnArrival<HTMLHeadingElement>()} tabIndex={-1} className="display-3">
        Booking Confirmed!
      </h3>
      <p>Enquiry sent. It isn't a booking yet: {reply}</p>
      {steps.map((step) => (
        <p key={step}>{step}</p>
      ))}
      <form
        method="get"
        action={`${page}#studentParentName`}
        onSubmit={(event) => {
          event.preventDefault();
          another();
        }}
      >
        <button type="submit" className="button quiet">
          Book Another Inquiry
        </button>
      </form>
    </div>
  );
}
