import { Fragment, type ReactNode } from "react";
import { site } from "#app/content/site.ts";

/*
 * The one frame of every letter: readable in any mail program, in light and dark,
 * as plain text too. Mail programs know no style sheets, so styles stand on the elements.
 */

const colour = {
  paper: "#faf6ee",
  ink: "#221b16",
  soft: "#5c5148",
  accent: "#7a1f35",
  line: "#d9c9a6",
};
const serif = "Georgia, 'Times New Roman', serif";
const sans = "'Helvetica Neue', Helvetica, Arial, sans-serif";

/** @param preview the line that mail programs show beside the subject */
export function EmailLayout({ preview, children }: { preview: string; children: ReactNode }) {
  return (
    <html lang="en-AU">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
      </head>
      <body
        style={{
          margin: 0,
          padding: "24px 12px",
          backgroundColor: colour.paper,
          color: colour.ink,
          fontFamily: sans,
        }}
      >
        <div data-skip-in-text="true" style={{ display: "none", maxHeight: 0, overflow: "hidden" }}>
          {preview}
        </div>
        <table
          role="presentation"
          width="100%"
          cellPadding={0}
          cellSpacing={0}
          style={{ maxWidth: 560, margin: "0 auto" }}
        >
          <tbody>
            <tr>
              <td
                style={{
                  fontFamily: serif,
                  fontSize: 22,
                  color: colour.accent,
                  paddingBottom: 12,
                  borderBottom: `1px solid ${colour.line}`,
                }}
              >
                {site.brand}
              </td>
            </tr>
            <tr>
              <td style={{ fontSize: 16, lineHeight: "26px", paddingTop: 20 }}>{children}</td>
            </tr>
            <tr>
              <td style={{ fontSize: 13, lineHeight: "20px", color: colour.soft, paddingTop: 28 }}>
                {site.brand} · {site.place}
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

export function Heading({ children }: { children: ReactNode }) {
  return (
    <h1
      style={{
        fontFamily: serif,
        fontWeight: 500,
        fontSize: 24,
        lineHeight: "32px",
        margin: "0 0 16px",
      }}
    >
      {children}
    </h1>
  );
}

export function Text({ children }: { children: ReactNode }) {
  return <p style={{ margin: "0 0 16px" }}>{children}</p>;
}

/** What somebody wrote, with its line breaks, set apart from our own words. */
export function Quoted({ children }: { children: string }) {
  return (
    <p
      style={{
        margin: "0 0 16px",
        padding: "4px 0 4px 16px",
        borderLeft: `3px solid ${colour.line}`,
      }}
    >
      {brokenLines(children)}
    </p>
  );
}

/** The owner's own words: an empty line parts paragraphs, a line break stays one. */
export function Paragraphs({ children }: { children: string }) {
  const paragraphs = children
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  // oxlint-disable-next-line react/no-array-index-key -- paragraphs of a finished letter never move
  return paragraphs.map((paragraph, index) => <Text key={index}>{brokenLines(paragraph)}</Text>);
}

function brokenLines(text: string) {
  return text.split("\n").map((line, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- nor do their lines
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}

export type EmailFact = readonly [label: string, value: string];

/** Label and value, one pair a line. */
export function Facts({ facts }: { facts: readonly EmailFact[] }) {
  return (
    <div style={{ margin: "0 0 20px" }}>
      {facts.map(([label, value]) => (
        <p
          key={label}
          style={{ margin: 0, padding: "6px 0", borderBottom: `1px solid ${colour.line}` }}
        >
          <span style={{ color: colour.soft }}>{label}: </span>
          <strong style={{ fontWeight: 600 }}>{value}</strong>
        </p>
      ))}
    </div>
  );
}

export function Action({ href, children }: { href: string; children: string }) {
  return (
    <p style={{ margin: "0 0 20px" }}>
      <a
        href={href}
        style={{
          display: "inline-block",
          padding: "12px 22px",
          backgroundColor: colour.accent,
          color: "#ffffff",
          borderRadius: 4,
          textDecoration: "none",
          fontWeight: 600,
        }}
      >
        {children}
      </a>
    </p>
  );
}
