import {
  canBeOnline,
  servicePlaceNames,
  servicePriceText,
  categoryName,
  isOwnKind,
  ownKindOf,
  priceOf,
  type Service,
} from "#app/features/services/model.ts";
import { listServices } from "#app/features/services/queries.server.ts";
import { content } from "#app/content/content.ts";
import { withoutLinks } from "#app/content/links-in-words.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { ServiceCategory } from "#app/server/database/enums.ts";
import type { Route } from "./+types/categories";
import { loadBooking } from "./load.server.ts";
import { AskInstead, BookPage, Choice, NotShownPage, ZoneDetection } from "./parts.tsx";
import { categoryUrl, readVisit } from "./visit.ts";

export const meta = () => [
  { title: `Book a session · ${content().site.brand}` },
  { name: "description", content: "Choose a session and a time, and book it straight away." },
];

export function loader({ request }: Route.LoaderArgs) {
  return loadBooking(async () => {
    const byCategory = Map.groupBy(await listServices(getDb()), ({ category }) => category);
    const categories = [...byCategory]
      // Discovery comes first: it suits visitors who don't know yet what to book.
      .toSorted(([first], [second]) => Number(isFirst(second)) - Number(isFirst(first)))
      .map(([category, services]) => ({ category, ...summaryOf(category, services) }));
    return { categories, visit: readVisit(request) };
  });
}

const isFirst = (category: ServiceCategory) => category === "discovery";

function aboutOf(category: ServiceCategory): string {
  if (isOwnKind(category)) return ownKindOf(category).intro;
  const { booking, audition, ameb } = content();
  const texts: Record<typeof category, string> = {
    "voice-piano": beginningOf(booking.voicePiano.intro),
    embodiment: beginningOf(booking.embodiment.intro),
    presence: beginningOf(booking.presence.intro),
    discovery: beginningOf(booking.card.discovery),
    // Two sentences: the first is only an introduction.
    "audition-cut": beginningOf(audition.text, 2),
    "ameb-rehearsal": beginningOf(ameb.intro),
  };
  return texts[category];
}

function beginningOf(text: string, sentences = 1): string {
  const all = withoutLinks(text).split(/(?<=[.!?])\s/);
  return all.slice(0, sentences).join(" ");
}

function summaryOf(category: ServiceCategory, services: readonly Service[]) {
  const minutes = services.map((service) => service.minutes);
  const [least, most] = [Math.min(...minutes), Math.max(...minutes)];
  const cheapest = services.toSorted((first, second) => priceOf(first)! - priceOf(second)!)[0]!;
  const price = servicePriceText(cheapest);
  const range = least === most ? `${least} minutes` : `${least} to ${most} minutes`;
  const length = range.replaceAll(" ", "\u00a0");
  const places = new Set(services.flatMap(placesOf));
  const isOne = new Set(services.map((service) => priceOf(service))).size === 1;
  return {
    name: categoryName(category),
    facts: `${aboutOf(category)} ${length}, ${[...places].join(" or ")}.`.trim(),
    price: isOne ? price : `from ${price}`,
  };
}

function placesOf(service: Service): string[] {
  const { [service.place]: place, online } = servicePlaceNames;
  return [place, ...(canBeOnline(service) ? [online] : [])].map((name) => name.toLowerCase());
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  if (loaderData.state !== "found") return <NotShownPage {...loaderData} />;
  const { categories, visit } = loaderData;
  if (categories.length === 0)
    return (
      <BookPage heading="Book a session">
        <p className="measure mt-4 text-lg">
          I'm not taking bookings online just now. Write to me and I'll find us a time.
        </p>
        <AskInstead />
      </BookPage>
    );
  return (
    <BookPage heading="Book a session" intro={<p>What would you like to work on?</p>}>
      <ul className="mt-8 border-t border-line">
        {categories.map(({ category, ...summary }) => (
          <Choice key={category} url={categoryUrl(category, visit)} {...summary} />
        ))}
      </ul>
      <ZoneDetection shows="links" />
    </BookPage>
  );
}
