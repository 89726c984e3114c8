import { Children, Fragment, type ReactNode } from "react";
import { canBeRepliedTo } from "#app/values/text.ts";
import { emailColour, emailFonts, LayoutTable, LinkLine, toCall } from "./email-layout.tsx";

/* `data-text` says how a part reads as plain text. */

type HeadingProps = { children: ReactNode; whole?: string | null | undefined };

/** `whole`: a name in it that no line breaks in two where it fits one. */
export function Heading({ children, whole }: HeadingProps) {
  const words = whole && typeof children === "string" ? keptWhole(children, whole) : children;
  return (
    <h1
      style={{
        fontFamily: emailFonts.serif,
        fontWeight: 400,
        fontSize: 28,
        lineHeight: "36px",
        margin: "0 0 16px",
        textWrap: "balance",
      }}
    >
      {typographic(words)}
    </h1>
  );
}

function keptWhole(words: string, name: string): ReactNode {
  const [start = "", ...rest] = words.split(name);
  if (rest.length !== 1) return words;
  const [, ending, end] = /^('s)?(.*)$/s.exec(rest[0]!)!;
  return [
    start,
    <span key="name" style={{ display: "inline-block" }}>
      {typographic(`${name}${ending ?? ""}`)}
    </span>,
    end,
  ];
}

/** At a display size a straight apostrophe looks like a mistake, even in what clients typed. */
export const typographic = (words: ReactNode) =>
  Children.map(words, (part) => (typeof part === "string" ? part.replaceAll("'", "’") : part));

export function Text({ children }: { children: ReactNode }) {
  return <p style={{ margin: "0 0 16px", textWrap: "pretty" }}>{children}</p>;
}

export function Subheading({ children }: { children: ReactNode }) {
  return (
    <h2
      style={{
        fontFamily: emailFonts.serif,
        fontWeight: 400,
        fontSize: 20,
        lineHeight: "28px",
        margin: "28px 0 8px",
      }}
    >
      {typographic(children)}
    </h2>
  );
}

export function SmallHeading({ children }: { children: string }) {
  return (
    <h3 style={{ fontSize: 15, lineHeight: "22px", fontWeight: 700, margin: "16px 0 4px" }}>
      {children}
    </h3>
  );
}

export function TypedCode({ children }: { children: string }) {
  return (
    <p
      style={{
        margin: "0 0 16px",
        fontSize: 32,
        lineHeight: "44px",
        fontWeight: 600,
        letterSpacing: 6,
      }}
    >
      {children}
    </p>
  );
}

export function Quoted({ children }: { children: string }) {
  return (
    <p
      className="e-line"
      style={{
        margin: "0 0 20px",
        padding: "2px 0 2px 16px",
        borderLeft: `2px solid ${emailColour.line}`,
      }}
    >
      {brokenLines(children)}
    </p>
  );
}

export function brokenLines(text: string, drawn: (line: string) => ReactNode = (line) => line) {
  return text.split("\n").map((line, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- nor do their lines
    <Fragment key={index}>
      {index > 0 && <br />}
      {drawn(line)}
    </Fragment>
  ));
}

export type EmailFact = readonly [label: string, value: string, weight?: "strong"];

const columns = { width: "100%", margin: "0 0 24px", borderCollapse: "collapse" } as const;

export function Facts({ facts }: { facts: readonly EmailFact[] }) {
  return (
    <LayoutTable data-text="group" style={columns}>
      {facts.map(([label, value, weight]) => (
        <tr key={label} data-text="pair">
          <td
            className="e-soft e-line"
            valign="top"
            style={{ ...cell, ...labelColumn, color: emailColour.soft }}
          >
            {label}
          </td>
          <td className="e-line" valign="top" style={weight ? { ...cell, fontWeight: 700 } : cell}>
            {brokenLines(value, label === "Phone" ? toCall : withSoftPast)}
          </td>
        </tr>
      ))}
    </LayoutTable>
  );
}

/** Begins a line with the earlier value of the line above. */
export const beforeLabel = "Before: ";

/** Small enough for a phone to keep a time and its zone on one line. */
export const softPast = {
  className: "e-soft",
  style: { color: emailColour.soft, fontWeight: 400, fontSize: 13 },
} as const;

const withSoftPast = (line: string) =>
  line.startsWith(beforeLabel) ? <span {...softPast}>{line}</span> : line;

const labelColumn = { width: 112, paddingRight: 16, whiteSpace: "nowrap" } as const;

const cell = {
  padding: "8px 0",
  borderBottom: `1px solid ${emailColour.line}`,
  fontSize: 15,
  lineHeight: "22px",
} as const;

/** `strong`: the sum of the amounts above. Without an amount, the label fills the line. */
export type EmailAmount = { label: string; amount?: string; strong?: boolean };

export function Amounts({ amounts }: { amounts: readonly EmailAmount[] }) {
  return (
    <LayoutTable
      data-text="group"
      style={amounts[0]?.strong ? { ...columns, marginTop: 24 } : columns}
    >
      {amounts.map(({ label, amount, strong = false }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two lines of an invoice may be alike
        <tr key={index} data-text={amount ? "pair" : "line"}>
          <td
            className={strong ? "e-brass" : "e-line"}
            valign="top"
            colSpan={amount ? undefined : 2}
            style={{ ...(strong ? sumCell : cell), paddingRight: 16, textWrap: "pretty" }}
          >
            {label}
          </td>
          {amount && (
            <td
              className={strong ? "e-brass" : "e-line"}
              align="right"
              valign="top"
              style={{ ...(strong ? sumCell : cell), ...figures }}
            >
              {amount}
            </td>
          )}
        </tr>
      ))}
    </LayoutTable>
  );
}

const sumCell = {
  ...cell,
  padding: "12px 0",
  borderTop: `2px solid ${emailColour.brass}`,
  borderBottom: `2px solid ${emailColour.brass}`,
  fontSize: 18,
  lineHeight: "26px",
  fontWeight: 700,
} as const;

const figures = {
  width: "1%",
  textAlign: "right",
  whiteSpace: "nowrap",
  fontVariantNumeric: "tabular-nums",
} as const;

/** Outlook for Windows ignores the padding of a link and knows only this property. */
const outlook: object = { msoPaddingAlt: "13px 26px" };

const buttonCell = { borderRadius: 4, backgroundColor: emailColour.fill, ...outlook };

type ActionProps = {
  href: string;
  children: string;
  also?: { href: string; label: string } | null | undefined;
};

/** One per email. `also`: an alternative link in a line below. */
export function Action({ href, children, also }: ActionProps) {
  return (
    <>
      <LayoutTable style={{ margin: "24px 0" }}>
        <tr>
          <td className="e-fill" style={buttonCell}>
            <a
              className="e-on-fill"
              data-text="button"
              href={href}
              style={{
                display: "inline-block",
                padding: "13px 26px",
                color: emailColour.onFill,
                textDecoration: "none",
                fontWeight: 600,
              }}
            >
              {children}
            </a>
          </td>
        </tr>
      </LayoutTable>
      {also && <LinkLine href={also.href}>{also.label}</LinkLine>}
    </>
  );
}

export const HowToAnswer = ({ email }: { email: string }) => (
  <Text>
    {canBeRepliedTo(email)
      ? "Reply to this email to answer them directly."
      : `To answer them, write to ${email}.`}
  </Text>
);
