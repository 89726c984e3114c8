import { content } from "#app/content/content.ts";

/** Breaks inside the address only where a line is too short for it. */
export function MyEmail() {
  const { email } = content().site;
  return (
    <a href={`mailto:${email}`} target="_top">
      <span className="link inline-block wrap-anywhere">{email}</span>
    </a>
  );
}
