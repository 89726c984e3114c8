import { data } from "react-router";
import { content } from "#app/content/content.ts";
import type { Service } from "#app/features/services/model.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { formValues } from "#app/values/rules.ts";
import { zonedDay } from "#app/values/wall-clock.ts";
import { unbrokenEnds } from "#app/values/unbroken.ts";
import type { Route } from "./+types/start";
import { answerBooking, notBooked, type BookingState } from "./answer-booking.server.ts";
import { DetailsForm } from "./details-form.tsx";
import { loadBooking, answeredContext, loadDetailsForm, readAsked } from "./load.server.ts";
import { BookPage, NotShownPage } from "./parts.tsx";
import { weekUrl } from "./visit.ts";

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
