import { Fragment } from "react";
import { Letter, Text } from "./letter.tsx";

/** The owner's own words in the frame of every letter: an empty line parts paragraphs, a line break stays one. */
export function ComposedLetter({ body }: { body: string }) {
  const paragraphs = body.split(/\n{2,}/).map((paragraph) => paragraph.trim()).filter(Boolean);
  return (
    <Letter preview={body.slice(0, 120)}>
      {paragraphs.map((paragraph, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- paragraphs of a finished letter never move
        <Text key={index}>
          {paragraph.split("\n").map((line, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- nor do their lines
            <Fragment key={at}>
              {at > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </Text>
      ))}
    </Letter>
  );
}
