import { content } from "#app/content/content.ts";
import type { SiteWords } from "#app/content/documents.ts";
import { type DiaryState, rehearsalLengths } from "#app/server/database/enums.ts";
import type { services } from "#app/server/database/tables.server.ts";
import type { Cents } from "#app/values/money.ts";

export type Service = typeof services.$inferSelect;

/** The states of an entry that takes up the owner's time. */
export const takingStates = ["held", "requested", "booked"] as const satisfies DiaryState[];

type Priced = Pick<Service, "category" | "minutes" | "price">;

type Prices = SiteWords["prices"];

/** Its own price, else that of the price list; null where neither has one, so that it can't be booked. */
export function priceOf(service: Priced, prices: Prices = content().prices): Cents | null {
  return service.price ?? listedPrice(service, prices);
}

function listedPrice(
  { category, minutes }: Priced,
  { coachingSessions, ameb }: Prices,
): Cents | null {
  if (category === "discovery") return 0;
  if (category === "ameb-rehearsal") {
    const length = rehearsalLengths.find((one) => one === minutes);
    return length ? ameb[`rehearsal${length}`] : null;
  }
  return coachingSessions.find((session) => session.minutes === minutes)?.price ?? null;
}

/** Whether visitors can book it. */
export function isOffered(service: Priced & Pick<Service, "active">, prices?: Prices): boolean {
  return service.active && priceOf(service, prices) !== null;
}
