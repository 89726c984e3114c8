import { Letter, Paragraphs } from "./email-layout.tsx";
import { cutCharacters } from "#app/values/text.ts";

/** The owner's own words in the frame of every letter. */
export function ComposedLetter({ body }: { body: string }) {
  return (
    <Letter preview={cutCharacters(body, 120)}>
      <Paragraphs>{body}</Paragraphs>
    </Letter>
  );
}
