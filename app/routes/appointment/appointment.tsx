import { href } from "react-router";
import { content } from "#app/content/content.ts";
import {
  chooseZone,
  type PublicAppointment,
  type ShownAppointment,
} from "#app/features/appointments/public-appointment.server.ts";
import { offersBy } from "#app/features/packages/buy.server.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { FormFailure } from "#app/ui/form-messages.tsx";
import { Line } from "#app/ui/line.tsx";
import { dividerLine } from "#app/ui/line-paths.ts";
import { privateMeta } from "#app/ui/meta.ts";
import { IntroLine } from "#app/ui/section.tsx";
import { categoriesUrl, weekUrl } from "#app/routes/book/visit.ts";
import { ZoneField } from "#app/ui/zone-field.tsx";
import { momentIn, rangeIn, timesInZones } from "#app/features/services/times.ts";
import { longDay } from "#app/values/calendar.ts";
import { unbroken } from "#app/values/unbroken.ts";
import { zonedDay } from "#app/values/wall-clock.ts";
import type { Route } from "./+types/appointment";
import { answerAppointment, loadAppointment } from "./load.server.ts";
import { AppointmentFacts, MissingAppointment, CallInstead } from "./parts.tsx";

export const headers = () => secretLinkHeaders;
export const meta = () => privateMeta("Your appointment");

type Just = "booked" | "moved" | "cancelled" | undefined;

export function loader({ request, params: { token } }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const just = (["booked", "moved", "cancelled"] as const).find((one) => searchParams.has(one));
  return loadAppointment(token, async ({ appointment, service, isProven, series, others }) => {
    const { zone } = appointment;
    const visit = { zone, zoneIs: "chosen", proof: isProven ? token : null } as const;
    const again = service?.active ? weekUrl(service, visit) : categoriesUrl(visit);
    const { offers, isNext } = await offersBy(getDb(), token);
    const packages = offers.length === 0 ? null : isNext ? "next" : "first";
    return { appointment, just, token, again, isProven, series, others, packages };
  });
}

/** The page's only form chooses the time zone. */
export async function action({ request, params: { token } }: Route.ActionArgs) {
  const zone = String((await readForm(request)).get("zone") ?? "");
  return answerAppointment("That didn't work. Please try again.", async () =>
    (await chooseZone(getDb(), token, zone))
      ? href("/appointments/:token", { token })
      : { message: "I don't know that time zone. Please choose another.", status: 422 },
  );
}

export default function AppointmentPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state !== "found") return <MissingAppointment {...loaderData} />;
  const { appointment, just, token, again, isProven, series, others, packages } = loaderData;
  const ahead = isAhead(appointment);
  const isTimeHeadline = ahead && !just;
  const isConfirmed = appointment.state === "booked" && just !== undefined;
  return (
    <main className="wrap max-w-3xl! py-10 lg:py-14">
      {isConfirmed && <Line line={dividerLine} className="mb-6 w-full text-brass md:hidden" draw />}
      <div className={isConfirmed ? "items-center gap-x-12 md:grid md:grid-cols-2" : undefined}>
        <div>
          <h1 className={isTimeHeadline ? "eyebrow font-sans" : "display-2"}>
            {headlineFor(appointment, just)}
          </h1>
          {sentencesFor(appointment, just).map((sentence) => (
            <p key={sentence} className="measure mt-3 text-lg">
              {sentence}
            </p>
          ))}
        </div>
        {isConfirmed && <IntroLine />}
      </div>
      <FormFailure state={actionData} />
      {ahead && <AppointedTime appointment={appointment} isHeadline={isTimeHeadline} />}
      <AppointmentFacts appointment={appointment} isTimeSaid={ahead} />
      {appointment.state === "booked" && (
        <p className="mt-6">
          <a
            className={isConfirmed ? "button" : "link tall"}
            href={href("/appointments/:token/appointment.ics", { token })}
            target="_top"
          >
            Add it to your calendar
          </a>
        </p>
      )}
      {ahead && <ZoneForm zone={appointment.zone} />}
      {ahead && appointment.state !== "held" && (
        <ChangeRules appointment={appointment} token={token} />
      )}
      <SeriesTimes series={series} zone={appointment.zone} />
      {(!ahead || isProven) && (
        <p className="mt-8">
          <a className={ahead ? "link tall" : "button"} href={again}>
            Book another time
          </a>
        </p>
      )}
      {others.map((other) => (
        <p key={other} className="measure mt-4">{`Your package of ${other}.`}</p>
      ))}
      {packages && (
        <p className={packages === "next" ? "mt-8" : "mt-4"}>
          {packages === "next" && "That's the last of your package. "}
          <a className="link tall" href={href("/appointments/:token/package", { token })}>
            {packages === "next" ? "Buy the next one" : "Buy a package of sessions"}
          </a>
        </p>
      )}
      <Questions />
    </main>
  );
}

function headlineFor({ state }: PublicAppointment, just: Just): string {
  if (state === "requested")
    return just === "moved" ? "You've asked for a new time" : "Request sent";
  if (state === "booked" && just === "booked") return "You're booked";
  if (state === "booked" && just === "moved") return "Your new time";
  return headlines[state];
}

const headlines: Record<PublicAppointment["state"], string> = {
  held: "Your time is held",
  requested: "Request sent",
  booked: "Your appointment",
  cancelled: "Cancelled",
  declined: "Not this time, sorry",
  over: "Thanks for coming",
  "no-show": "We missed you",
};

function sentencesFor(appointment: PublicAppointment, just: Just): string[] {
  const { state, cancelledBy, isKept } = appointment;
  switch (state) {
    case "held":
      return ["I'm keeping this time for you while you pay."];
    case "requested":
      return [
        `${isKept ? "I'm keeping this time for you and I'll" : "I'll"} confirm by email. It isn't booked until then.`,
      ];
    case "booked":
      return just ? ["I've emailed you the details, with an invitation for your calendar."] : [];
    case "cancelled":
      if (cancelledBy === "owner") return ["I've had to cancel this one. I'm sorry."];
      return [just ? "Done. I've emailed you a confirmation." : "You cancelled this appointment."];
    case "declined":
      return ["I couldn't take this time. Please choose another one."];
    case "over":
      return ["If you'd like another session, you can book it below."];
    case "no-show":
      return ["I was expecting you. If something came up, please get in touch."];
  }
}

const isAhead = ({ state }: PublicAppointment) =>
  state === "held" || state === "requested" || state === "booked";

function Questions() {
  const { email } = content().site;
  return (
    <p className="mt-8">
      Any questions? Email{" "}
      <a className="link tall wrap-anywhere" href={`mailto:${email}`} target="_top">
        {email}
      </a>
      .
    </p>
  );
}

type Props = Pick<ShownAppointment, "series"> & { zone: string };

/** Only the owner ends the whole series. */
function SeriesTimes({ series, zone }: Props) {
  if (series.length === 0) return null;
  const subject = encodeURIComponent("To end my sessions");
  return (
    <section aria-labelledby="series" className="mt-8">
      <h2 id="series" className="display-4">
        Your other sessions
      </h2>
      <ul className="mt-2">
        {series.map(({ startsAt, token }) => (
          <li key={token}>
            <a className="link tall" href={href("/appointments/:token", { token })}>
              {momentIn(zone, startsAt)}
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        Would you like to stop?{" "}
        <a
          className="link tall"
          href={`mailto:${content().site.email}?subject=${subject}`}
          target="_top"
        >
          Ask me to end them
        </a>
      </p>
    </section>
  );
}

/** The zone is stored with the appointment: later emails use it. */
function ZoneForm({ zone }: { zone: string }) {
  return (
    <details className="mt-4">
      <summary className="link w-fit cursor-pointer pointer-coarse:py-2.5">
        Change time zone
      </summary>
      <form method="post" className="mt-3 flex flex-wrap items-end gap-3">
        <input type="hidden" name="intent" value="zone" />
        <ZoneField zone={zone} />
        <button type="submit" className="button quiet">
          Show times there
        </button>
      </form>
    </details>
  );
}

function AppointedTime({
  appointment,
  isHeadline,
}: {
  appointment: PublicAppointment;
  isHeadline: boolean;
}) {
  const { startsAt, endsAt, zone } = appointment;
  const [, inMelbourne] = timesInZones(startsAt, endsAt, zone).ranges;
  return (
    <p className={`font-display ${isHeadline ? "mt-4" : "mt-8"}`}>
      <span
        className={`${isHeadline ? "display-2" : "display-3"} block leading-tight text-balance`}
      >
        {unbroken(longDay(zonedDay(startsAt, zone)))}
      </span>
      <span className="display-3 mt-1 block text-balance">
        {unbroken(rangeIn(startsAt, endsAt, zone))}
      </span>
      {inMelbourne && (
        <span className="mt-2 block font-sans text-soft">{unbroken(inMelbourne)}</span>
      )}
    </p>
  );
}

/** Online until the notice period, by phone afterwards. */
function ChangeRules({ appointment, token }: { appointment: PublicAppointment; token: string }) {
  const { canCancel, canMove, changesUntil, zone } = appointment;
  if (!canCancel) return <CallInstead appointment={appointment} />;
  return (
    <section className="mt-8">
      <h2 className="display-3">Need to change it?</h2>
      <p className="measure mt-2">
        You can {canMove ? "move or cancel" : "cancel"} it here until {momentIn(zone, changesUntil)}
        .
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        {canMove && (
          <a className="button quiet" href={href("/appointments/:token/move", { token })}>
            Move it
          </a>
        )}
        <a className="button quiet" href={href("/appointments/:token/cancel", { token })}>
          Cancel it
        </a>
      </p>
    </section>
  );
}
