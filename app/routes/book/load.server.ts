import { data, createContext, redirect, type RouterContextProvider } from "react-router";
import { randomUUID } from "node:crypto";
import { log } from "#app/server/log.server.ts";
import { changesUntil } from "#app/features/diary/model.ts";
import { newFormToken } from "#app/features/intake/guard.server.ts";
import {
  canBeOnline,
  servicePlaceNames,
  servicePriceText,
  withLength,
  type Service,
} from "#app/features/services/model.ts";
import { findObstacle, findService } from "#app/features/services/queries.server.ts";
import { termsOf } from "#app/features/services/terms.ts";
import { momentIn, timesInZones } from "#app/features/services/times.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { readStartPath } from "#app/values/start-path.ts";
import { zonedDay } from "#app/values/wall-clock.ts";
import { readVisit, type Visit, weekUrl } from "./visit.ts";

export type Unavailable = { state: "failed" | "not-found" };

/** 404 for null, 503 while the database is away. Redirects pass through. */
export async function loadBooking<T>(read: () => Promise<T | null>, headers: HeadersInit = {}) {
  const missing = (state: Unavailable["state"], status: number) =>
    data<Unavailable>({ state }, { status, headers });
  try {
    const found = await read();
    if (found === null) return missing("not-found", 404);
    return data({ state: "found" as const, ...found }, { headers });
  } catch (error) {
    if (error instanceof Response) throw error;
    log.error({ err: error }, "booking page not loaded");
    return missing("failed", 503);
  }
}

type Asked = {
  request: Request;
  params: { category: string; service: string; start: string };
};

type Wanted = { service: Service; visit: Visit; start: Date };

/** Shows the typed form again, even if the time or the database is gone. */
export const answeredContext = createContext<Wanted | null>(null);

/** Null for an unknown service. An invalid time or zone redirects to the week. */
export async function readAsked({ request, params }: Asked): Promise<Wanted | null> {
  const service = await findService(getDb(), params.category, params.service);
  if (!service) return null;
  const visit = readVisit(request);
  const start = readStartPath(params.start);
  if (!start) throw redirect(weekUrl(service, visit, { sorry: "link" }), 303);
  if (visit.zoneIs === "unknown") throw redirect(unknownZoneUrl(request, service), 303);
  return { service, visit, start };
}

function unknownZoneUrl(request: Request, service: Service): string {
  const zone = new URL(request.url).searchParams.get("zone") ?? "";
  return weekUrl(service, { ...readVisit(request), zone, zoneIs: "chosen" });
}

export async function loadDetailsForm(asked: Asked & { context: Readonly<RouterContextProvider> }) {
  const answered = asked.context.get(answeredContext);
  const found = answered ?? (await readAsked(asked));
  if (!found) return null;
  const { service, visit, start } = found;
  const now = new Date();
  if (!answered) {
    const obstacle = await findObstacle(getDb(), service, start, now);
    const week = zonedDay(start, visit.zone);
    if (obstacle) throw redirect(weekUrl(service, visit, { week, sorry: obstacle }), 303);
  }
  return {
    visit,
    start,
    summary: summaryOf(service, start, visit),
    rules: rulesOf(service, start, visit, now),
    service: { category: service.category, slug: service.slug, onRequest: service.onRequest },
    terms: JSON.stringify(termsOf(service)),
    canBeOnline: canBeOnline(service),
    comesToYou: service.place === "client",
    texts: Boolean(getSettings().TWILIO_ACCOUNT_SID),
    guard: { token: newFormToken(now), key: randomUUID() },
  };
}

function summaryOf(service: Service, start: Date, { zone }: Visit) {
  const end = new Date(start.getTime() + service.minutes * 60_000);
  return {
    what: withLength(service.name, service.minutes),
    when: timesInZones(start, end, zone).ranges,
    where: servicePlaceNames[service.place],
    price: servicePriceText(service),
  };
}

function rulesOf({ changeNotice }: Service, start: Date, { zone }: Visit, now: Date) {
  const until = changesUntil({ startsAt: start, changeNotice });
  const isLate = until <= now;
  const text = isLate
    ? `It's less than ${changeNotice} hours away, so if your plans change please`
    : `Plans change: you can move or cancel it online until ${momentIn(zone, until)}.`;
  return { text, isLate };
}
