import { content } from "#app/content/content.ts";
import { emailColour, emailFonts } from "./email-theme.ts";
import { OwnNumber } from "./phone-numbers.tsx";

/** `closing`: the owner's last words before it, or empty. */
export function EmailSignature({ closing }: { closing: string }) {
  const { person, role } = content().site;
  const quiet = { fontSize: 14, lineHeight: "21px" };
  return (
    <table
      role="presentation"
      cellPadding={0}
      cellSpacing={0}
      data-text="group"
      style={{ marginTop: 28 }}
    >
      <tbody>
        {closing && (
          <tr data-text="line">
            <td style={{ paddingBottom: 8, whiteSpace: "pre-line" }}>{closing}</td>
          </tr>
        )}
        <tr data-text="line">
          <td style={{ fontFamily: emailFonts.serif, fontSize: 19, lineHeight: "28px" }}>
            {person}
          </td>
        </tr>
        <tr data-text="line">
          <td className="e-soft" style={{ ...quiet, color: emailColour.soft }}>
            {role}
          </td>
        </tr>
        <tr data-text="line">
          <td style={quiet}>
            <OwnNumber underlined={false} />
          </td>
        </tr>
      </tbody>
    </table>
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
