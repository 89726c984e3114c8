import type { ReactNode } from "react";
import { content } from "#app/content/content.ts";
import { origin } from "#app/document/origin.ts";
import { EmailSignature } from "./email-signature.tsx";
import { emailColour, emailFonts, emailStyles } from "./email-theme.ts";

/** Without it, apps fill the preview line with the brand and the greeting below. */
const previewEnd = "\u00a0\u200c".repeat(80);

/** Long words must not widen an email beyond a phone; some apps know only `wordBreak`. */
const breaking = { overflowWrap: "anywhere", wordBreak: "break-word" } as const;

/**
 * Styles are inline since email apps support stylesheets poorly; tables place things side by side.
 *
 * @param preview the line that email apps show beside the subject
 * @param signed ends with the owner's signature, after her own closing words if any
 * @param note at the very end, for what only some readers need
 */
export function EmailLayout({
  preview,
  signed = false,
  note,
  children,
}: {
  preview: string;
  signed?: boolean | string;
  note?: ReactNode;
  children: ReactNode;
}) {
  const { brand, place } = content().site;
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
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
          <tbody>
            <tr>
              <td
                className="e-page"
                align="center"
                style={{ padding: "32px 16px 40px", backgroundColor: emailColour.surface }}
              >
                {/* Some apps know only the attribute, others use the narrower of the two. */}
                <table
                  role="presentation"
                  width={560}
                  cellPadding={0}
                  cellSpacing={0}
                  style={{ width: "100%", maxWidth: 560, textAlign: "left", ...breaking }}
                >
                  <tbody>
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
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
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
    <table role="presentation" cellPadding={0} cellSpacing={0} data-skip-in-text="true">
      <tbody>
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
      </tbody>
    </table>
  );
}

export function Quiet({ children }: { children: ReactNode }) {
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
