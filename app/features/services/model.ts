import { content } from "#app/content/content.ts";
import type { SiteWords } from "#app/content/documents.ts";
import { type DiaryState, rehearsalLengths } from "#app/server/database/enums.ts";
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
  if (category === "ameb-rehearsal") {
    const length = rehearsalLengths.find((one) => one === minutes);
    return length ? ameb[`rehearsal${length}`] : null;
  }
  return coachingSessions.find((session) => session.minutes === minutes)?.price ?? null;
}

export function isOffered(service: Priced & Pick<Service, "active">, prices?: Prices): boolean {
  return service.active && priceOf(service, prices) !== null;
}
