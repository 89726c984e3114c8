import { Fragment, type ReactNode } from "react";
import { content } from "#app/content/content.ts";

/*
 * The layout of every email, readable in light and dark. Styles stand on the elements, since email
 * apps support stylesheets poorly.
 */

const colour = {
  background: "#faf6ee",
  ink: "#221b16",
  soft: "#5c5148",
  accent: "#7a1f35",
  line: "#d9c9a6",
};
/** A long word may not make an email wider than a phone; some apps know only the second. */
const breaking = { overflowWrap: "anywhere", wordBreak: "break-word" } as const;
const serif = "Georgia, 'Times New Roman', serif";
const sans = "'Helvetica Neue', Helvetica, Arial, sans-serif";

/** @param preview the line that email apps show beside the subject */
export function EmailLayout({ preview, children }: { preview: string; children: ReactNode }) {
  const { brand, place } = content().site;
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
          backgroundColor: colour.background,
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
          style={{ maxWidth: 560, margin: "0 auto", ...breaking }}
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
                {brand}
              </td>
            </tr>
            <tr>
              <td style={{ fontSize: 16, lineHeight: "26px", paddingTop: 20 }}>{children}</td>
            </tr>
            <tr>
              <td style={{ fontSize: 13, lineHeight: "20px", color: colour.soft, paddingTop: 28 }}>
                {brand} · {place}
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

/** What only some readers need, at the end. */
export function Quiet({ children }: { children: ReactNode }) {
  return (
    <p style={{ margin: "0 0 16px", color: colour.soft, fontSize: 14, lineHeight: "20px" }}>
      {children}
    </p>
  );
}

/** Quoted text, with its line breaks. */
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

/** An empty line starts a new paragraph, a line break stays one. */
export function Paragraphs({ children }: { children: string }) {
  const paragraphs = children
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  // oxlint-disable-next-line react/no-array-index-key -- paragraphs of a finished email never move
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
