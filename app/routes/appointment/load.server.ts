import { data } from "react-router";
import type { ShownAppointment } from "#app/features/diary/public-appointment.ts";
import { findPublicAppointment } from "#app/features/diary/public-appointment.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { log } from "#app/server/log.server.ts";

export type Missing = { state: "failed" | "not-found" };

type Found<T> = Missing | ({ state: "found" } & T);

/** 404 for an unknown link, 503 while the database is away. */
export async function loadAppointment<T>(
  token: string,
  show: (found: ShownAppointment, now: Date) => T | Promise<T>,
) {
  const answer = (loaded: Found<T>, status = 200) =>
    data(loaded, { status, headers: secretLinkHeaders });
  try {
    const now = new Date();
    const found = await findPublicAppointment(getDb(), token, now);
    if (!found) return answer({ state: "not-found" }, 404);
    return answer({ state: "found", ...(await show(found, now)) });
  } catch (error) {
    log.error({ err: error }, "appointment not loaded");
    return answer({ state: "failed" }, 503);
  }
}
