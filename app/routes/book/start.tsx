import { data } from "react-router";
import { content } from "#app/content/content.ts";
import type { Service } from "#app/features/services/model.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { formValues } from "#app/values/rules.ts";
import { zonedDay } from "#app/values/wall-clock.ts";
import { unbrokenEnds } from "#app/values/unbroken.ts";
import { pages } from "#app/content/pages.ts";
import { linkTo } from "#app/content/visibility.ts";
import { GuardFields } from "#app/features/intake/form-guard.tsx";
import { guardOf } from "#app/features/intake/model.ts";
import { bookingLimits } from "#app/features/services/booking-schema.ts";
import { Field, TextField } from "#app/ui/fields.tsx";
import { ErrorSummary, FormMessage } from "#app/ui/form-messages.tsx";
import { CallMe } from "#app/ui/my-email.tsx";
import { momentIn } from "#app/features/services/times.ts";
import { answerBooking, notBooked, type BookingState } from "./answer-booking.server.ts";
import { loadBooking, answeredContext, loadDetailsForm, readAsked } from "./load.server.ts";
import { BookPage, NotShownPage, AskInstead } from "./parts.tsx";
import { weekUrl, startUrl } from "./visit.ts";
import type { Route } from "./+types/start";

export const meta = () => [
  { title: `Your details · ${content().site.brand}` },
  { name: "robots", content: "noindex" },
];

export function loader(args: Route.LoaderArgs) {
  return loadBooking(() => loadDetailsForm(args));
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { data: asked, init } = await loadBooking(() => readAsked({ request, params }));
  if (asked.state !== "found") return data(await keepTyped(request), init ?? 404);
  const { service, start, visit } = asked;
  const show = (current: Service) => context.set(answeredContext, { ...asked, service: current });
  show(service);
  const zone = visit.zoneIs === "chosen" ? visit.zone : null;
  return answerBooking({ request, service, start, zone, proof: visit.proof, show });
}

async function keepTyped(request: Request): Promise<BookingState> {
  const values = Object.entries(formValues(await readForm(request)));
  return {
    ok: false,
    message: notBooked,
    values: Object.fromEntries(values.map(([name, value]) => [name, String(value)])),
  };
}

export default function Start({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state !== "found")
    return <NotShownPage {...loaderData} typed={actionData?.values} />;
  const { service, visit, start, summary } = loaderData;
  const week = weekUrl(service, visit, { week: zonedDay(start, visit.zone) });
  return (
    <BookPage heading="Your details" back={{ url: week, name: "Choose another time" }}>
      <div
        className={
          "mt-6 grid items-start gap-8 sm:grid-cols-[1fr_15rem] " +
          "md:grid-cols-[1fr_17rem] md:gap-x-12"
        }
      >
        <div className="sm:order-last">
          <BookingSummary {...summary} />
        </div>
        <DetailsForm {...loaderData} posted={actionData} />
      </div>
    </BookPage>
  );
}

function BookingSummary({
  what,
  when,
  where,
  price,
}: {
  what: string;
  when: readonly string[];
  where: string;
  price: string;
}) {
  const facts: [string, string][] = [
    ["What", what],
    ["When", when.join("\n")],
    ["Where", where],
    ["Price", price],
  ];
  return (
    <dl className="border-t-2 border-brass">
      {facts.map(([term, fact]) => (
        <div key={term} className="grid grid-cols-[4.5rem_1fr] gap-x-4 border-b border-line py-2.5">
          <dt className="text-soft">{term}</dt>
          <dd className="font-semibold whitespace-pre-line text-balance wrap-anywhere">
            {unbrokenEnds(fact)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Loaded = NonNullable<Awaited<ReturnType<typeof loadDetailsForm>>>;

function DetailsForm({
  service,
  visit,
  start,
  rules,
  terms,
  canBeOnline,
  comesToYou,
  texts,
  guard,
  posted,
}: Loaded & { posted: BookingState | undefined }) {
  const { values = {}, errors = {}, instead } = posted ?? {};
  const privacy = linkTo(pages.privacy);
  const field = (name: string) => ({
    name,
    defaultValue: values[name],
    error: errors[name],
  });
  const button = service.onRequest ? "Ask for this time" : "Book this time";
  const agreed = posted?.isChanged ? terms : (values.terms ?? terms);
  // The first form's key detects a repetition; its token's age shows a person.
  const given = guardOf(values);
  return (
    <form
      method="post"
      action={`${startUrl(service, start, visit)}#answer`}
      className="flex min-w-0 flex-col gap-5"
    >
      {posted && (
        <div id="answer" tabIndex={-1} className="outline-none">
          {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} />}
          {posted.message && (
            <FormMessage ok={false}>
              <p className="font-semibold">{posted.message}</p>
              {posted.detail && <p>{posted.detail}</p>}
              {posted.asks && <AskInstead />}
              {instead && (
                <OtherTimes
                  starts={instead}
                  zone={visit.zone}
                  urlOf={(other) => startUrl(service, other, visit)}
                />
              )}
            </FormMessage>
          )}
        </div>
      )}
      <input type="hidden" name="terms" value={agreed} />
      <GuardFields form="booking" given={given.key ? given : guard} />
      <Field
        {...field("name")}
        label="Your name"
        autoComplete="name"
        maxLength={bookingLimits.name}
      />
      <Field {...field("email")} label="Email" type="email" autoComplete="email" maxLength={254} />
      <Field
        {...field("student")}
        label="Student's name"
        hint="If it's for someone else."
        optional
        maxLength={bookingLimits.name}
      />
      {comesToYou && (
        <Field
          {...field("address")}
          label="Where shall I come to?"
          autoComplete="street-address"
          maxLength={bookingLimits.address}
        />
      )}
      {texts && (
        <Field
          {...field("phone")}
          label="Mobile number"
          hint="For a reminder by text message the day before."
          type="tel"
          autoComplete="tel"
          optional
        />
      )}
      <TextField
        {...field("note")}
        label="Anything I should know?"
        hint={canBeOnline ? "If you'd rather meet online, say so here." : undefined}
        rows={3}
        optional
        maxLength={bookingLimits.note}
      />
      <p className="measure">
        {service.onRequest
          ? `I'll confirm by email within ${content().site.replyTime}; I keep the time for you until then.`
          : "You'll get an email straight away, with an invitation for your calendar."}{" "}
        {rules.text}
        {rules.isLate && (
          <>
            {" "}
            <CallMe />.
          </>
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {!instead && (
          <button type="submit" className="button">
            {button}
          </button>
        )}
        {/* The privacy page can't be shown in a frame. */}
        {privacy && (
          <a className="link tall text-base" href={privacy} target="_blank" rel="noopener">
            {pages.privacy.name}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
      </p>
    </form>
  );
}

function OtherTimes({
  starts,
  zone,
  urlOf,
}: {
  starts: readonly Date[];
  zone: string;
  urlOf: (start: Date) => string;
}) {
  if (starts.length === 0) return <p>Nothing else is free just now.</p>;
  return (
    <>
      <p>These are the next free times. What you've typed is kept.</p>
      {/* Enter presses a form's first button: this one prevents an accidental booking. */}
      <button type="submit" disabled hidden>
        Book
      </button>
      <ul className="mt-3 flex flex-col items-start gap-2">
        {starts.map((start) => (
          <li key={start.getTime()}>
            <button type="submit" className="button" formAction={`${urlOf(start)}#answer`}>
              Book {momentIn(zone, start)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
