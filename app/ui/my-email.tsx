import { content } from "#app/content/content.ts";
import { phoneLink } from "#app/values/phone-link.ts";

/** Breaks inside the address only where a line is too short for it. */
export function MyEmail() {
  const { email } = content().site;
  return (
    <a href={`mailto:${email}`} target="_top">
      <span className="link inline-block wrap-anywhere">{email}</span>
    </a>
  );
}

/** For a sentence such as "please call …". */
export function CallMe() {
  const { label } = content().site.whatsapp;
  if (!label)
    return (
      <>
        write to <MyEmail />
      </>
    );
  return (
    <>
      call{" "}
      <a className="link tall whitespace-nowrap" href={phoneLink(label)} target="_top">
        {label}
      </a>
    </>
  );
}
