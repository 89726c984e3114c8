import { useState } from "react";
import { content } from "#app/content/content.ts";
import { rehearsalLengths } from "#app/server/database/enums.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { type Day, isDay, longDay, melbourneDay } from "#app/values/calendar.ts";
import { amebDueWeeks } from "#app/values/terms.ts";
import { inWords } from "#app/values/wording.ts";
import { ChoiceField, Field, TickField } from "#app/ui/fields.tsx";
import { useFocusOnArrival } from "#app/ui/form-messages.tsx";
import { GuardFields } from "#app/features/intake/form-guard.tsx";
import { PrivacyLink } from "#app/ui/privacy-link.tsx";
import { SentMessage, useSentForm } from "#app/features/intake/sent-form.tsx";
import { amebServices, cutOff, isShortNotice } from "./model.ts";
import { usualReply, amebToasts } from "./copy.ts";
import { amebSchema } from "./schema.ts";

type Props = { action: string; posted: FormState | undefined };

export function AmebForm({ action, posted }: Props) {
  const [round, setRound] = useState(0);
  // A new key resets the form.
  return (
    <Round
      key={round}
      action={action}
      posted={round === 0 ? posted : undefined}
      again={round > 0}
      another={() => setRound(round + 1)}
    />
  );
}

function Round({
  action,
  posted,
  again,
  another,
}: Props & { again: boolean; another: () => void }) {
  const { Form, form, state, field, errors, summary, values, sending } = useSentForm(
    amebSchema,
    posted,
  );
  const [today] = useState(() => melbourneDay(new Date()));
  const [date, setDate] = useState(values?.examDate ?? "");
  const [undated, setUndated] = useState(values?.examDateUnknown === "on");
  if (state?.ok) return <Confirmed action={action} detail={state.detail} another={another} />;
  const chosen = values?.serviceRequired;
  const late = !undated && isDay(date) && isShortNotice(date, today);
  return (
    <Form
      {...form}
      action={`${action}#ameb-answer`}
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

type ConfirmedProps = { action: string; detail: string | undefined; another: () => void };

/** @param detail one sentence a line: when to expect a reply, then the next steps */
function Confirmed({ action, detail = usualReply(), another }: ConfirmedProps) {
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
        action={`${action}#studentParentName`}
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
