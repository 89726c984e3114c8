import { eq } from "drizzle-orm";
import { href } from "react-router";
import type { Db } from "#app/server/database/db.server.ts";
import { ownKinds } from "#app/server/database/enums.ts";
import { openingHours } from "#app/server/database/tables.server.ts";
import { type Cents, formatPrice } from "#app/values/money.ts";
import { isSwitchedOn, ownKindOf, priceOf } from "./model.ts";
import { listServices } from "./queries.server.ts";

export type ServiceGap = { where: "hours" | "services"; what: string; path: string };

/** The price list has no session of their length. */
export async function listUnpriced(db: Db): Promise<ServiceGap[]> {
  const all = await listServices(db, { all: true });
  return all
    .filter((service) => isSwitchedOn(service) && priceOf(service) === null)
    .map(({ id, name }) => ({
      where: "services",
      what: `${name} has no price, so nobody can book it`,
      path: href("/admin/services/:id", { id }),
    }));
}

export async function offeredPrices(db: Db) {
  const services = await listServices(db);
  return new Map(services.map((service) => [service.name, priceOf(service)!]));
}

/** Names services that can't be booked any more, or that cost something else. */
export function priceNews(before: ReadonlyMap<string, Cents>, after: ReadonlyMap<string, Cents>) {
  const lost = [...before.keys()].filter((name) => !after.has(name));
  const changed = [...after].filter(
    ([name, price]) => before.has(name) && before.get(name) !== price,
  );
  const prices = changed.map(([name, price]) => `${name} (${formatPrice(price)})`);
  return [
    ...(lost.length > 0 ? [`Without a price now, so nobody can book: ${lost.join("; ")}.`] : []),
    ...(prices.length > 0 ? [`With another price now: ${prices.join("; ")}.`] : []),
  ];
}

export async function listServiceGaps(db: Db): Promise<ServiceGap[]> {
  const all = await listServices(db, { all: true });
  const active = all.filter(isSwitchedOn);
  const samples = await db
    .select({ id: openingHours.id, serviceId: openingHours.serviceId })
    .from(openingHours)
    .where(eq(openingHours.sample, true));
  const ofServices = samples.flatMap(({ id, serviceId }): ServiceGap[] => {
    const service = active.find((one) => one.id === serviceId);
    if (serviceId && !service) return [];
    const query = serviceId ? `?${new URLSearchParams({ week: id })}` : "";
    return [
      {
        where: "hours",
        what: `the hours of ${service?.name ?? "all services"} are a sample`,
        path: href("/admin/hours") + query,
      },
    ];
  });
  const needsAddress = active.some(
    ({ place, placeDetails }) => place === "studio" && !placeDetails,
  );
  const withoutLink = active.filter(
    ({ place, placeDetails }) => place === "online" && !placeDetails,
  );
  return [
    ...ofServices.toSorted((first, second) => first.path.length - second.path.length),
    ...(needsAddress
      ? [
          {
            where: "services" as const,
            what: "the studio has no address, so clients don't know where to come",
            path: href("/admin/services"),
          },
        ]
      : []),
    ...(await listUnpriced(db)),
    ...ownKinds
      .filter((kind) => ownKindOf(kind).name && ownKindOf(kind).shown)
      .filter((kind) => !active.some(({ category }) => category === kind))
      .map((kind) => ({
        where: "services" as const,
        what: `${ownKindOf(kind).name} has no session that can be booked`,
        path: href("/admin/services/:id", { id: "new" }),
      })),
    ...withoutLink.map(({ id, name }) => ({
      where: "services" as const,
      what: `${name} is online and has no link`,
      path: href("/admin/services/:id", { id }),
    })),
  ];
}
