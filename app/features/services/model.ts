import { content } from "#app/content/content.ts";
import type { SiteWords } from "#app/content/documents.ts";
import { pages, type PublicPage } from "#app/content/pages.ts";
import { isShown } from "#app/content/visibility.ts";
import {
  type DiaryState,
  type OwnKind,
  rehearsalLengths,
  type ServiceCategory,
} from "#app/server/database/enums.ts";
import type { services } from "#app/server/database/tables.server.ts";
import type { Cents } from "#app/values/money.ts";

export type Service = typeof services.$inferSelect;

export const takingStates = ["held", "requested", "booked"] as const satisfies DiaryState[];

type Priced = Pick<Service, "category" | "minutes" | "price">;

type Prices = SiteWords["prices"];

/** Null if neither has a price, so that it can't be booked. */
export function priceOf(service: Priced, prices: Prices = content().prices): Cents | null {
  return service.price ?? listedPrice(service, prices);
}

function listedPrice(
  { category, minutes }: Priced,
  { coachingSessions, ameb }: Prices,
): Cents | null {
  if (category === "discovery") return 0;
  if (isOwnKind(category)) return null;
  if (category === "ameb-rehearsal") {
    const length = rehearsalLengths.find((one) => one === minutes);
    return length ? ameb[`rehearsal${length}`] : null;
  }
  return coachingSessions.find((session) => session.minutes === minutes)?.price ?? null;
}

/** A page that is hidden takes the sessions with it that visitors book there. */
const pagesOfKinds: Partial<Record<ServiceCategory, PublicPage>> = {
  "voice-piano": pages.bookVoicePiano,
  embodiment: pages.bookEmbodiment,
  presence: pages.bookPresence,
  "audition-cut": pages.archive,
  "ameb-rehearsal": pages.ameb,
};

export const kindKeys = {
  "voice-piano": "voicePiano",
  embodiment: "embodiment",
  presence: "presence",
  "audition-cut": "auditionCut",
  discovery: "discovery",
  "ameb-rehearsal": "amebRehearsal",
} as const satisfies Record<Exclude<ServiceCategory, OwnKind>, keyof SiteWords["booking"]["kinds"]>;

const ownKindKeys = {
  "session-1": "first",
  "session-2": "second",
  "session-3": "third",
  "session-4": "fourth",
} as const satisfies Record<OwnKind, keyof SiteWords["booking"]["ownKinds"]>;

export const isOwnKind = (category: ServiceCategory): category is OwnKind =>
  Object.hasOwn(ownKindKeys, category);

export const ownKindOf = (category: OwnKind) => content().booking.ownKinds[ownKindKeys[category]];

export function isKindShown(category: ServiceCategory): boolean {
  if (isOwnKind(category)) {
    const { name, shown } = ownKindOf(category);
    return name !== "" && shown;
  }
  const page = pagesOfKinds[category];
  return content().booking.kinds[kindKeys[category]].shown && (!page || isShown(page));
}

/** Nothing is asked for where one is off or its kind is hidden. */
export const isSwitchedOn = ({ active, category }: Pick<Service, "active" | "category">) =>
  active && isKindShown(category);

/** What visitors can book. */
export const isOffered = (service: Priced & Pick<Service, "active">, prices?: Prices): boolean =>
  isSwitchedOn(service) && priceOf(service, prices) !== null;
