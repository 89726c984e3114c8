import type { PublicAppointment } from "#app/features/appointments/public-appointment.server.ts";
import type { CancelResult, MoveResult } from "#app/features/appointments/changes.server.tsx";
import { withLength } from "#app/features/services/model.ts";
import { timesInZones } from "#app/features/services/times.ts";
import { MyEmail, CallMe } from "#app/ui/my-email.tsx";
import { PageMessage } from "#app/ui/page-message.tsx";
import { parsedUrl } from "#app/values/older-browsers.ts";
import { unbrokenEnds } from "#app/values/unbroken.ts";
import type { Unavailable } from "#app/routes/book/load.server.ts";

type Refusal = Exclude<MoveResult | CancelResult, { ok: true }>["reason"];

export const clientRefusals: Record<Exclude<Refusal, "not-found" | "closed">, string> = {
  changed: "This appointment has changed since you opened the page. Here is how it stands now.",
  "by-owner": "Please get in touch to move this one.",
  taken: "Somebody was a moment quicker. You still have your old time; please choose another.",
  overlaps: "Somebody was a moment quicker. You still have your old time; please choose another.",
  "too-many":
    "I can't move it to that week by this page. Write to me and I'll find us a time; you still have your old one.",
  past: "It's too late to book that time online. You still have your old time.",
  outside: "That time isn't on offer. You still have your old time.",
};

export const givesUpTime =
  "I confirm new times by email. Your old one is free for others as soon as you ask.";

export const appointmentNotFoundMessage =
  "This link may be missing a character. Please open it from your email once more.";

export function MissingAppointment({
  state,
  what = "appointment",
}: Unavailable & { what?: string }) {
  const isUnknown = state === "not-found";
  return (
    <PageMessage
      narrow
      heading={isUnknown ? `I can't find that ${what}` : "This isn't working right now"}
      message={isUnknown ? appointmentNotFoundMessage : "Please try again in a moment."}
    >
      <p>
        Any questions? Email <MyEmail />.
      </p>
    </PageMessage>
  );
}

export function AppointmentFacts({
  appointment,
  isTimeSaid = false,
}: {
  appointment: PublicAppointment;
  /** Whether the page already shows day and time above. */
  isTimeSaid?: boolean;
}) {
  const { title, startsAt, endsAt, place, zone, clientName, student, note } = appointment;
  const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);
  const facts: [string, string | null][] = [
    ["What", unbrokenEnds(withLength(title, minutes))],
    [
      "When",
      isTimeSaid ? null : unbrokenEnds(timesInZones(startsAt, endsAt, zone).ranges.join("\n")),
    ],
    ["Where", appointment.where],
    ["Price", appointment.credit ?? appointment.price],
    ["For", [student, clientName].filter(Boolean).join(", booked by ")],
    ["Your note", note],
  ];
  return (
    <dl className="mt-8 border-t-2 border-brass">
      {facts.map(([term, fact]) =>
        fact ? (
          <div
            key={term}
            className="grid grid-cols-[4.5rem_1fr] gap-x-4 border-b border-line py-3 sm:grid-cols-[7rem_1fr]"
          >
            <dt className="text-soft">{term}</dt>
            <dd className="font-semibold whitespace-pre-line wrap-anywhere">
              {term === "Where" && place !== "client" ? <WithLinks text={fact} /> : fact}
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

/** Only for the owner's text, such as how to join online; never for a visitor's. */
function WithLinks({ text }: { text: string }) {
  return text.split(link).map((part) =>
    isLink(part) ? (
      <a key={part} className="link tall" href={part} target="_top" rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );
}

const link = /(\bhttps:\/\/\S*[^\s.,;:!?)])/;

const isLink = (text: string) => link.test(text) && parsedUrl(text) !== null;

/** Only for late appointments: nothing more can be done about the others. */
export function CallInstead({ appointment }: { appointment: PublicAppointment }) {
  if (!appointment.isLate) return null;
  return (
    <section className="mt-8">
      <h2 className="display-3">Need to change it?</h2>
      <p className="measure mt-2">
        {`It's less than ${appointment.changeNotice} hours away: please`} <CallMe />.
      </p>
    </section>
  );
}

export function WhyNotMoved({ appointment }: { appointment: PublicAppointment }) {
  if (!appointment.canCancel) return <CallInstead appointment={appointment} />;
  return <p className="measure mt-6">{clientRefusals["by-owner"]}</p>;
}
