import { href } from "react-router";
import { content } from "./content.ts";
import { ownCalendar } from "./fields.ts";

export function calendarUrls() {
  const { links, schedulers } = content().site;
  const url = (value: string, own: string) => (value === ownCalendar ? own : value);
  const page = (category: string) => href("/book/:category", { category });
  return {
    bookNow: url(links.bookNow, href("/book")),
    discovery: url(links.discovery, page("discovery")),
    audition: url(links.audition, page("audition-cut")),
    voicePiano: url(schedulers.voicePiano, page("voice-piano")),
    embodiment: url(schedulers.embodiment, page("embodiment")),
    presence: url(schedulers.presence, page("presence")),
  };
}

/** Pages without our scripts: React Router must not open or prefetch them. */
export function isPlainPath(url: string): boolean {
  return /^\/(book|appointments)(\/|\?|#|$)/.test(url);
}

export function frameAddresses(): string[] {
  const { links, schedulers } = content().site;
  return [links.discovery, ...Object.values(schedulers)].filter((link) => link !== ownCalendar);
}

// A host may have characters that end a source or directive of the policy, such as `;`.
const sourcePattern = /^https:\/\/[\w.-]+(?::\d+)?$/;

export function frameHosts(): string[] {
  const origins = frameAddresses()
    .filter((link) => URL.canParse(link))
    .map((link) => new URL(link).origin);
  return [...new Set(origins)].filter((origin) => sourcePattern.test(origin));
}
