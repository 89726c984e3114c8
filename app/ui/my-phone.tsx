import { content } from "#app/content/content.ts";
import { phoneLink } from "#app/values/phone-link.ts";

export function MyPhone() {
  const { label } = content().site.whatsapp;
  return (
    <a className="link tall whitespace-nowrap" href={phoneLink(label)} target="_top">
      {label}
    </a>
  );
}
