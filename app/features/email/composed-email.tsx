import { EmailLayout, Paragraphs } from "./email-layout.tsx";
import { cutCharacters } from "#app/values/text.ts";

export function ComposedEmail({ body }: { body: string }) {
  return (
    <EmailLayout preview={cutCharacters(body, 120)}>
      <Paragraphs>{body}</Paragraphs>
    </EmailLayout>
  );
}
