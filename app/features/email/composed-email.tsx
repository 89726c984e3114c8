import { EmailLayout, Paragraphs } from "./email-layout.tsx";
import { cutCharacters } from "#app/values/text.ts";

/** The owner's own words in the frame of every letter. */
export function ComposedEmail({ body }: { body: string }) {
  return (
    <EmailLayout preview={cutCharacters(body, 120)}>
      <Paragraphs>{body}</Paragraphs>
    </EmailLayout>
  );
}
