import type { IncomingMessage, ServerResponse } from "node:http";
import type { CalendarNetwork } from "#app/features/calendars/read.server.ts";
import { listenOnLoopback } from "../support/loopback-server.ts";

/* A calendar of another company, on loopback. */

type Behave = (request: IncomingMessage, response: ServerResponse) => unknown;

type FakeCalendar = {
  url: string;
  /** The headers of what was asked, in order. */
  asked: IncomingMessage["headers"][];
  /** From now on. */
  behaves: (behave: Behave) => void;
  stop: () => Promise<void>;
};

/** Lets the site ask this machine, without encryption. */
export const loopback: CalendarNetwork = {
  isAllowed: () => true,
  protocols: ["http:", "https:"],
  timeout: 10_000,
};

export const saying =
  (text: string, headers: Record<string, string> = {}): Behave =>
  (_, response) =>
    response.writeHead(200, { "Content-Type": "text/calendar", ...headers }).end(text);

export const answering =
  (status: number, headers: Record<string, string> = {}): Behave =>
  (_, response) =>
    response.writeHead(status, headers).end();

export async function startCalendar(first: Behave): Promise<FakeCalendar> {
  let behave = first;
  const asked: IncomingMessage["headers"][] = [];
  const { port, stop } = await listenOnLoopback((request, response) => {
    asked.push(request.headers);
    return behave(request, response);
  });
  return {
    url: `http://127.0.0.1:${port}/secret/basic.ics`,
    asked,
    behaves: (next) => void (behave = next),
    stop,
  };
}
