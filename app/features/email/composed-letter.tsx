import { Letter, Paragraphs } from "./letter.tsx";

/** The owner's own words in the frame of every letter. */
export function ComposedLetter({ body }: { body: string }) {
  return (
    <Letter preview={body.slice(0, 120)}>
      <Paragraphs>{body}</Paragraphs>
    </Letter>
  );
}
