import { data } from "react-router";
import { log } from "#app/server/log.server.ts";

export type NotShown = { state: "failed" | "not-found" };

/** 404 for null, 503 while the database is away. Redirects pass through. */
export async function loadBooking<T>(read: () => Promise<T | null>) {
  try {
    const found = await read();
    if (found === null) return data<NotShown>({ state: "not-found" }, 404);
    return data({ state: "found" as const, ...found });
  } catch (error) {
    if (error instanceof Response) throw error;
    log.error({ err: error }, "booking page not loaded");
    return data<NotShown>({ state: "failed" }, 503);
  }
}
