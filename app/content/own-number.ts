import { phoneLink } from "#app/values/phone-link.ts";
import { content } from "./content.ts";

/** As a link: to WhatsApp, else to call. Null where she shows none. */
export function ownNumber() {
  const { label, href } = content().site.whatsapp;
  if (href) return { name: "WhatsApp", label, href };
  return /\d/.test(label) ? { name: "Phone", label, href: phoneLink(label) } : null;
}
