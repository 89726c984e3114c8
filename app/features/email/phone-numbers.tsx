import { Fragment, type ReactNode } from "react";
import { content } from "#app/content/content.ts";
import { phoneLink } from "#app/values/phone-link.ts";
import { emailColour } from "./email-theme.ts";

type NumberProps = { underlined?: boolean; children: string };

/** The layout asks apps not to detect numbers, since they find some in dates and references. */
function NumberToCall({ underlined = true, children }: NumberProps) {
  return (
    <a
      className="e-link"
      data-text="label"
      href={phoneLink(children)}
      style={{ color: emailColour.link, ...(!underlined && { textDecoration: "none" }) }}
    >
      {children}
    </a>
  );
}

export function OwnNumber({ underlined }: { underlined: boolean }) {
  return <NumberToCall underlined={underlined}>{content().site.whatsapp.label}</NumberToCall>;
}

/** Clients may type anything as their number. */
export const toCall = (typed: string): ReactNode =>
  /^[+(]?\d[\d ()-]{5,}$/.test(typed) ? <NumberToCall>{typed}</NumberToCall> : typed;

/** Links the owner's number in a line; words instead of a number stay words. */
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
