import { Fragment } from "react";
import { hyphenedNumber } from "#app/values/text.ts";

/** Others wrote the address: it must not add recipients or a text. */
const mailtoUrl = (email: string) =>
  `mailto:${encodeURIComponent(email).replaceAll("%40", "@").replaceAll("%2B", "+")}`;

export function EmailLink({ email }: { email: string }) {
  return (
    <a className="link wrap-anywhere" href={mailtoUrl(email)}>
      <EmailInParts email={email} />
    </a>
  );
}

/** A line always has room for so many characters. */
const wholeLength = 20;

/** Breaks, if at all, after the @, a full stop or a hyphen. */
export function EmailInParts({ email }: { email: string }) {
  return email.split(/(?<=[@.-])/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts never move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part.length > wholeLength ? part : <span className="whitespace-nowrap">{part}</span>}
    </Fragment>
  ));
}

/** Moves to a line of its own before it breaks. */
export function EmailWithin({ email }: { email: string }) {
  return (
    <span className="inline-block max-w-full">
      <EmailInParts email={email} />
    </span>
  );
}

export function WithEmailsInParts({ children }: { children: string }) {
  return children.split(/([^\s()]+@[^\s():]+)/).map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
    index % 2 === 0 ? part : <EmailWithin key={index} email={part} />,
  );
}

const numbers = new RegExp(`(${hyphenedNumber})`);

/** Keeps invoice numbers on one line without changing characters, for copying and search. */
export function WithWholeNumbers({ children }: { children: string }) {
  return children.split(numbers).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
