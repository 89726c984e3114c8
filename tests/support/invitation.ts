import ICAL from "ical.js";
import { RRuleTemporal } from "rrule-temporal";
import { expect } from "vitest";
import { expand } from "./expand-calendar.ts";

/** An invitation as a calendar app understands it: by a reader that is not ours. */
export function readInvitation(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const [component, ...others] = calendar.getAllSubcomponents("vevent");
  if (!component || others.length > 0) throw new Error("An invitation is about one event.");
  const event = new ICAL.Event(component);
  const attendees = component.getAllProperties("attendee");
  const value = (name: string) => String(component.getFirstPropertyValue(name) ?? "");
  return {
    method: String(calendar.getFirstPropertyValue("method")),
    uid: event.uid,
    sequence: event.sequence,
    status: value("status"),
    stampedAt: (component.getFirstPropertyValue("dtstamp") as ICAL.Time).toJSDate(),
    start: event.startDate.toJSDate(),
    end: event.endDate.toJSDate(),
    zone: event.startDate.zone?.tzid,
    summary: event.summary,
    location: event.location,
    description: event.description,
    organizer: event.organizer,
    attendees: attendees.map((attendee) => attendee.getFirstValue()),
    asksForAnswer: attendees.some((attendee) => attendee.getFirstParameter("rsvp") !== "FALSE"),
    url: value("url"),
  };
}

/** The times that a calendar app shows after it has taken in these invitations, by a reader that is not ours. */
export function timesAfter(...invitations: readonly (string | null)[]): string[] {
  const parsed = invitations.map((file) => new ICAL.Component(ICAL.parse(file!)));
  const all = parsed.flatMap((calendar) => calendar.getAllSubcomponents("vevent"));
  const [first, ...others] = all.map((component) => new ICAL.Event(component));
  expect(new Set(all.map((one) => one.getFirstPropertyValue("uid"))).size).toBe(1);
  for (const other of others) first!.relateException(other);
  const times: string[] = [];
  const iterator = first!.iterator();
  for (let next = iterator.next(); next; next = iterator.next()) {
    const { item, startDate } = first!.getOccurrenceDetails(next);
    if (item.component.getFirstPropertyValue("status") !== "CANCELLED")
      times.push(startDate.toJSDate().toISOString());
  }
  const sorted = times.toSorted();
  const [file] = invitations;
  if (invitations.length === 1) expect(timesBySite(file!)).toEqual(sorted);
  if (all.length === 1) expect(timesByRule(file!)).toEqual(sorted);
  return sorted;
}

/** By the reader of her other calendars, which is. */
const timesBySite = (file: string) =>
  expand(file, "2027-01-01T00:00Z", "2028-01-01T00:00Z").spans.map(
    (span) => `${span.slice(0, 16)}:00.000Z`,
  );

/** By a second reader that is not ours, which knows no exceptions. */
function timesByRule(file: string): string[] {
  const event = /BEGIN:VEVENT[\s\S]*END:VEVENT/.exec(file.replace(/\r\n[ \t]/g, ""))![0];
  const lines = event.split("\r\n").filter((line) => /^(DTSTART|RRULE|EXDATE)/.test(line));
  const times = new RRuleTemporal({ rruleString: lines.join("\n") }).all();
  return times.map(({ epochMilliseconds }) => new Date(epochMilliseconds).toISOString());
}
