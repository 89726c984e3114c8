import { brokenLines, type EmailFact, Facts, Text, typographic } from "./email-parts.tsx";
import { emailColour, emailFonts } from "./email-theme.ts";
import { callable } from "./own-number.tsx";

/** Begins a line that says how the one above it was. */
export const beforeLabel = "Before: ";

const past = { className: "e-soft", style: { color: emailColour.soft } };
const strong = { style: { fontWeight: 700 } };

type DetailsProps = {
  /** What they are of no longer takes place. */
  isOff?: boolean | undefined;
  children: string;
};

/** An empty line starts a new paragraph, a line break stays one. `details`: the one that is set apart. */
export function Paragraphs({ details, isOff, children }: DetailsProps & { details?: string }) {
  const paragraphs = children
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  return paragraphs.map((paragraph, index) =>
    paragraph === details?.trim() ? (
      // oxlint-disable-next-line react/no-array-index-key -- paragraphs of a finished email never move
      <Details key={index} isOff={isOff}>
        {paragraph}
      </Details>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- nor do the others
      <Text key={index}>{brokenLines(paragraph, callable)}</Text>
    ),
  );
}

/** `Label: value` on every line, or what it is about and then what there is to know: above all, when. */
export function Details({ isOff = false, children }: DetailsProps) {
  const lines = children.split("\n");
  const facts = lines.map((line) => /^([^:]{1,30}): (.+)$/.exec(line));
  if (facts.every((fact) => fact !== null))
    return <Facts facts={facts.map(([, label, value]): EmailFact => [label!, value!])} />;
  const [title, ...rest] = lines;
  const isTime = (line: string) => /\d:\d\d/.test(line);
  const isPast = (line: string) => (isOff && isTime(line)) || line.startsWith(beforeLabel);
  const when = rest.findIndex(isTime);
  return (
    <div
      className="e-brass"
      data-text="group"
      style={{
        margin: "20px 0 24px",
        padding: "2px 0 2px 16px",
        borderLeft: `2px solid ${emailColour.brass}`,
        fontSize: 15,
        lineHeight: "24px",
      }}
    >
      <div
        style={{
          fontFamily: emailFonts.serif,
          fontSize: 21,
          lineHeight: "28px",
          paddingBottom: 6,
        }}
      >
        {typographic(title)}
      </div>
      {rest.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of a finished email never move
        <div key={index} {...(isPast(line) ? past : index === when ? strong : {})}>
          {isOff && isTime(line) ? <s>{line}</s> : line}
        </div>
      ))}
    </div>
  );
}
