import { join } from "node:path";
import { aCalendar, anEvent } from "../support/foreign-calendars.ts";
import { listenOnLoopback } from "../support/loopback-server.ts";

/*
 * The schedulers of other companies, as the site's own server sees them, and their calendars. Browsers see
 * fake pages.
 */

type Behaviour = "answers" | "refuses" | "hangs" | "denies framing" | "is gone";

export type Schedulers = {
  /** What a site needs to ask these instead. */
  settings: Record<string, string>;
  /** The hosts that were asked, in order. */
  asked: string[];
  stop: () => Promise<void>;
};

/** One event, of an hour. */
function choirOfNextWeek(): string {
  const start = new Date(Date.now() + 7 * 86_400_000);
  const stamp = start.toISOString().replace(/[-:]|\.\d+/g, "");
  return aCalendar(
    ...anEvent("choir", `DTSTART:${stamp}`, "DURATION:PT1H", "SUMMARY:Choir practice"),
  );
}

/** A host that is not named answers. */
export async function startSchedulers(
  behaviours: Readonly<Record<string, Behaviour>> = {},
): Promise<Schedulers> {
  const asked: string[] = [];
  const { port, stop } = await listenOnLoopback((request, response) => {
    const host = request.url!.split("/")[1]!;
    asked.push(host);
    const behaviour = behaviours[host] ?? "answers";
    if (behaviour === "hangs") return;
    if (behaviour === "refuses") return void request.socket.destroy();
    if (request.url!.endsWith(".ics")) return response.end(choirOfNextWeek());
    response.writeHead(behaviour === "is gone" ? 404 : 200, {
      "Content-Type": "text/html",
      ...(behaviour === "denies framing" && { "X-Frame-Options": "SAMEORIGIN" }),
    });
    response.end("<!doctype html><title>Calendar</title>");
  });
  const preload = join(import.meta.dirname, "../support/schedulers.ts");
  return {
    settings: { NODE_OPTIONS: `--import=${preload}`, SCHEDULERS_URL: `http://127.0.0.1:${port}` },
    asked,
    stop,
  };
}
