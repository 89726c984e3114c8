import { content } from "#app/content/content.ts";

/** A phone calls it at a tap. */
export function MyPhone() {
  const { label } = content().site.whatsapp;
  return (
    <a
      className="link tall whitespace-nowrap"
      href={`tel:${label.replace(/[^+\d]/g, "")}`}
      target="_top"
    >
      {label}
    </a>
  );
}
