import { type ComponentProps, createContext, type ReactNode, Fragment, useContext } from "react";
import { content } from "#app/content/content.ts";
import { paletteOf, usualPalette } from "#app/content/palettes.ts";
import { origin } from "#app/document/origin.ts";
import { phoneLink } from "#app/values/phone-link.ts";

/* Inline for apps that drop stylesheets; apps with dark mode replace the colours by class. */

type Role = "surface" | "ink" | "soft" | "link" | "line" | "brass" | "fill" | "onFill";

const usual = paletteOf(usualPalette);

/** The outbox puts the colours of the site's palette in their place. */
const light: Record<Role, string> = {
  ...usual.light,
  link: usual.light.accent,
  fill: usual.light.accent,
  onFill: "#fffaf2",
};

const dark: Record<Role, string> = {
  ...usual.dark,
  link: usual.dark.accent,
  onFill: "#fffaf2",
};

export const emailColour = light;

const classes = {
  "e-page": { color: "ink", "background-color": "surface" },
  "e-soft": { color: "soft" },
  "e-link": { color: "link" },
  "e-line": { "border-color": "line" },
  "e-brass": { "border-color": "brass" },
  "e-fill": { "background-color": "fill" },
  "e-on-fill": { color: "onFill" },
} as const satisfies Record<string, Record<string, Role>>;

const rules = Object.entries(classes).map(([name, properties]) => {
  const all = Object.entries(properties) as [string, Role][];
  return `.${name}{${all.map(([property, role]) => `${property}:${dark[role]}!important`).join(";")}}`;
});

const emailStyles =
  ":root{color-scheme:light dark;supported-color-schemes:light dark}" +
  `@media (prefers-color-scheme:dark){${rules.join("")}}`;

export const emailFonts = {
  serif: "Georgia, 'Times New Roman', serif",
  sans: "'Helvetica Neue', Helvetica, Arial, sans-serif",
};

/** Without it, apps fill the preview line with the brand and the greeting below. */
const previewEnd = "\u00a0\u200c".repeat(80);

/** Long words must not widen an email beyond a phone; some apps know only `wordBreak`. */
const breaking = { overflowWrap: "anywhere", wordBreak: "break-word" } as const;

/** Whose exams an email about an invoice is also about: their pages, below what it says. */
export const ExamPagesContext = createContext<readonly { href: string; label: string }[]>([]);

type EmailLayoutProps = {
  preview: string;
  signed?: boolean | string;
  note?: ReactNode;
  children: ReactNode;
};

/**
 * Styles are inline since email apps support stylesheets poorly; tables place things side by side.
 *
 * @param preview the line that email apps show beside the subject
 * @param signed ends with the owner's signature, after her own closing words if any
 * @param note at the very end, for what only some readers need
 */
export function EmailLayout({ preview, signed = false, note, children }: EmailLayoutProps) {
  const { brand, place } = content().site;
  const examPages = useContext(ExamPagesContext);
  return (
    <html lang="en-AU">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <title>{brand}</title>
        <style dangerouslySetInnerHTML={{ __html: emailStyles }} />
      </head>
      <body
        className="e-page"
        style={{
          margin: 0,
          padding: 0,
          backgroundColor: emailColour.surface,
          color: emailColour.ink,
          fontFamily: emailFonts.sans,
        }}
      >
        <div data-skip-in-text="true" style={{ display: "none", maxHeight: 0, overflow: "hidden" }}>
          {preview}
          {previewEnd}
        </div>
        <LayoutTable width="100%">
          <tr>
            <td
              className="e-page"
              align="center"
              style={{ padding: "32px 16px 40px", backgroundColor: emailColour.surface }}
            >
              {/* Some apps know only the attribute, others use the narrower of the two. */}
              <LayoutTable
                width={560}
                style={{ width: "100%", maxWidth: 560, textAlign: "left", ...breaking }}
              >
                <tr>
                  <td style={{ paddingBottom: 28 }}>
                    <Masthead brand={brand} />
                  </td>
                </tr>
                <tr>
                  <td
                    className="e-page"
                    style={{ fontSize: 16, lineHeight: "26px", color: emailColour.ink }}
                  >
                    {children}
                    {examPages.map((page) => (
                      <LinkLine key={page.href} href={page.href}>
                        {page.label}
                      </LinkLine>
                    ))}
                    {signed && <EmailSignature closing={signed === true ? "" : signed} />}
                    {note && <Quiet>{note}</Quiet>}
                  </td>
                </tr>
                <tr>
                  <td style={{ paddingTop: 28 }}>
                    <div className="e-soft e-line" style={footer}>
                      {brand} · {place}
                    </div>
                  </td>
                </tr>
              </LayoutTable>
            </td>
          </tr>
        </LayoutTable>
      </body>
    </html>
  );
}

export function LinkLine({ href, children }: { href: string; children: string }) {
  return (
    <p style={{ margin: "0 0 16px" }}>
      <a className="e-link" data-text="button" href={href} style={{ color: emailColour.link }}>
        {children}
      </a>
    </p>
  );
}

/** Email apps that know few styles need the attributes. */
export function LayoutTable({ width, children, ...attributes }: ComponentProps<"table">) {
  return (
    <table role="presentation" width={width} cellPadding={0} cellSpacing={0} {...attributes}>
      <tbody>{children}</tbody>
    </table>
  );
}

const footer = {
  paddingTop: 14,
  borderTop: `1px solid ${emailColour.line}`,
  fontSize: 13,
  lineHeight: "20px",
  color: emailColour.soft,
} as const;

/** The cell has the tile's colour for apps that show no pictures. */
function Masthead({ brand }: { brand: string }) {
  return (
    <LayoutTable data-skip-in-text="true">
      <tr>
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the name is beside it */}
        <td
          className="e-fill"
          style={{
            width: 40,
            height: 40,
            borderRadius: 8,
            backgroundColor: emailColour.fill,
            lineHeight: 0,
          }}
        >
          <img
            src={`${origin()}/email/mark.png`}
            width={40}
            height={40}
            alt=""
            // Otherwise React adds a preload link, which no email app knows.
            fetchPriority="low"
            style={{ display: "block", border: 0 }}
          />
        </td>
        <td
          className="e-page"
          style={{
            paddingLeft: 12,
            fontFamily: emailFonts.serif,
            fontSize: 21,
            lineHeight: "28px",
            color: emailColour.ink,
          }}
        >
          {brand}
        </td>
      </tr>
    </LayoutTable>
  );
}

function Quiet({ children }: { children: ReactNode }) {
  return (
    <p
      className="e-soft"
      style={{
        margin: "24px 0 0",
        color: emailColour.soft,
        fontSize: 14,
        lineHeight: "21px",
        textWrap: "pretty",
      }}
    >
      {children}
    </p>
  );
}

/** `closing`: the owner's last words before it, or empty. */
function EmailSignature({ closing }: { closing: string }) {
  const { person, role } = content().site;
  const quiet = { fontSize: 14, lineHeight: "21px" };
  return (
    <LayoutTable data-text="group" style={{ marginTop: 28 }}>
      {closing && (
        <tr data-text="line">
          <td style={{ paddingBottom: 8, whiteSpace: "pre-line" }}>{closing}</td>
        </tr>
      )}
      <tr data-text="line">
        <td style={{ fontFamily: emailFonts.serif, fontSize: 19, lineHeight: "28px" }}>{person}</td>
      </tr>
      <tr data-text="line">
        <td className="e-soft" style={{ ...quiet, color: emailColour.soft }}>
          {role}
        </td>
      </tr>
      {content().site.whatsapp.label && (
        <tr data-text="line">
          <td style={quiet}>
            <OwnNumber underlined={false} />
          </td>
        </tr>
      )}
    </LayoutTable>
  );
}

/** Strips the name, which the signature has: `Warmly,\nImogen` leaves the closing `Warmly,`. */
export function withoutSignOff(body: string): { text: string; closing: string } {
  const { person, firstName } = content().site;
  const lines = body.trimEnd().split("\n");
  const name = lines.at(-1)!.trim();
  if (name !== person && name !== firstName) return { text: body, closing: "" };
  const rest = lines.slice(0, -1).join("\n").trimEnd();
  const start = rest.lastIndexOf("\n\n") + 2;
  const closing = rest.slice(start);
  // A whole paragraph right above the name belongs to the text.
  if (lines.at(-2)?.trim() === "" || closing.length > 60) return { text: rest, closing: "" };
  return { text: rest.slice(0, start).trimEnd(), closing };
}

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

function OwnNumber({ underlined }: { underlined: boolean }) {
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
