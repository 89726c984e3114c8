import { redirect } from "react-router";
import { content } from "#app/content/content.ts";
import {
  canBeOnline,
  nameWithinCategory,
  serviceFacts,
  servicePlaceNames,
  servicePriceText,
  categoryName,
  isCoaching,
  hasKindName,
  packageName,
  type Service,
} from "#app/features/services/model.ts";
import { offersOf } from "#app/features/packages/buy.server.tsx";
import { formatPrice } from "#app/values/money.ts";
import { MyEmail } from "#app/ui/my-email.tsx";
import { listServices } from "#app/features/services/queries.server.ts";
import { serviceCategories } from "#app/server/database/enums.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { Route } from "./+types/category";
import { loadBooking } from "./load.server.ts";
import {
  AskInstead,
  BookPage,
  Choice,
  useIsFramed,
  NotShownPage,
  ZoneDetection,
} from "./parts.tsx";
import { categoriesUrl, readVisit, type Visit, weekUrl } from "./visit.ts";

export const meta = ({ loaderData }: Route.MetaArgs) => {
  const name = loaderData?.state === "found" ? `Book: ${loaderData.name}` : "Book a session";
  return [{ title: `${name} · ${content().site.brand}` }];
};

export function loader({ request, params: { category } }: Route.LoaderArgs) {
  return loadBooking(async () => {
    const visit = readVisit(request);
    const services = (await listServices(getDb())).filter((one) => one.category === category);
    const [only, other] = services;
    if (!only) return null;
    // With a single service, show its times at once.
    if (!other) throw redirect(weekUrl(only, visit));
    const isOnePlace = services.every(({ place }) => place === only.place);
    const choices = services.map((service) => ({
      url: weekUrl(service, visit),
      name: nameWithinCategory(service),
      facts: serviceFacts(service, !isOnePlace),
      price: servicePriceText(service),
    }));
    const packages = isCoaching(only.category) ? await packagesOf(services, visit) : [];
    const rules = rulesFor(services);
    const place = isOnePlace ? placeOf(only) : null;
    return { name: categoryName(only.category), place, choices, packages, rules, visit };
  });
}

/** Each leads to the times of its length: only the email of a booking proves whose address it is. */
async function packagesOf(services: readonly Service[], visit: Visit) {
  const offers = await offersOf(
    getDb(),
    services.map(({ minutes }) => minutes),
  );
  return offers.map(({ sessions, minutes, price }) => ({
    url: weekUrl(
      services.find((service) => service.minutes === minutes)!,
      visit,
    ),
    name: packageName(sessions, minutes),
    facts: "Choose the first time here, then buy it by the link in your email.",
    price: formatPrice(price),
  }));
}

const placeOf = (service: Service) =>
  servicePlaceNames[service.place] + (canBeOnline(service) ? ", or online if you'd rather" : "");

const question = "How long would you like?";

function rulesFor(services: readonly Service[]): string {
  const notice = Math.max(...services.map(({ changeNotice }) => changeNotice));
  const answer = services.some(({ onRequest }) => onRequest)
    ? `I'll confirm by email within ${content().site.replyTime}.`
    : "You'll get an email straight away, with an invitation for your calendar.";
  return `${answer} You can move or cancel online until ${notice} hours before.`;
}

export default function Category({ loaderData, params }: Route.ComponentProps) {
  const isFramed = useIsFramed();
  if (
    loaderData.state === "not-found" &&
    serviceCategories.some((one) => one === params.category && hasKindName(one))
  )
    return (
      <BookPage heading="No bookings online at the moment">
        <AskInstead />
      </BookPage>
    );
  if (loaderData.state !== "found") return <NotShownPage {...loaderData} />;
  const { name, place, choices, packages, rules, visit } = loaderData;
  const where = place && <p>{place}</p>;
  return (
    <BookPage
      {...(isFramed
        ? { heading: question, intro: where }
        : {
            heading: name,
            back: { url: categoriesUrl(visit), name: "All sessions" },
            intro: (
              <>
                <p>{question}</p>
                {where}
              </>
            ),
          })}
    >
      <ul className={`mt-8 border-t border-line ${isFramed ? "flex grow flex-col" : ""}`}>
        {choices.map((choice) => (
          <Choice key={choice.url} {...choice} grows={isFramed} />
        ))}
      </ul>
      {packages.length > 0 && (
        <>
          <h2 className="display-3 mt-8">Or several, paid ahead</h2>
          <ul className="mt-4 border-t border-line">
            {packages.map((offer) => (
              <Choice key={offer.name} {...offer} />
            ))}
          </ul>
        </>
      )}
      <div className="mt-auto pt-6">
        <p className="measure">{rules}</p>
        <p className="mt-2">
          No time that suits you? Write to <MyEmail />.
        </p>
      </div>
      <ZoneDetection shows="links" />
    </BookPage>
  );
}
