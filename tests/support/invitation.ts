import ICAL from "ical.js";

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
    organizerName: component.getFirstProperty("organizer")?.getFirstParameter("cn"),
    attendees: attendees.map((attendee) => attendee.getFirstValue()),
    asksForAnswer: attendees.some((attendee) => attendee.getFirstParameter("rsvp") !== "FALSE"),
    url: value("url"),
  };
}
