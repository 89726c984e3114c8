import { Fragment, type ReactNode } from "react";
import { content } from "#app/content/content.ts";
import { phoneLink } from "#app/values/phone-link.ts";
import { emailColour } from "./email-theme.ts";

/** The owner's number, to call. */
export function OwnNumber({ underlined }: { underlined: boolean }) {
  const { label } = content().site.whatsapp;
  return (
    <a
      className="e-link"
      data-text="label"
      href={phoneLink(label)}
      style={{ color: emailColour.link, ...(!underlined && { textDecoration: "none" }) }}
    >
      {label}
    </a>
  );
}

/** Her own number in what she says is to be called; words instead of a number stay words. */
export function callable(line: string): ReactNode {
  const { label } = content().site.whatsapp;
  if (!/\d/.test(label)) return line;
  return line.split(label).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
    <Fragment key={index}>
      {index > 0 && <OwnNumber underlined />}
      {part}
    </Fragment>
  ));
}
