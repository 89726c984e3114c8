import { content } from "./content.ts";
import { ownCalendar } from "./fields.ts";

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
