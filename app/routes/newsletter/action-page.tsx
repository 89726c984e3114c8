import { Form } from "react-router";
import { PageIntro } from "#app/ui/section.tsx";

type Words = { heading: string; text: string };
type Props = {
  known: boolean;
  done: boolean | undefined;
  ask: Words & { button: string };
  thanks: Words;
};

const broken: Words = {
  heading: "This link is not complete",
  text: "Please open it from the letter itself; some mail programs cut long links in two.",
};

/** The page behind a link of the newsletter's letters: it asks, and then says that it is done. */
export function LinkPage({ known, done, ask, thanks }: Props) {
  const { heading, text } = done ? thanks : known && done === undefined ? ask : broken;
  return (
    <main>
      <PageIntro eyebrow="Newsletter" heading={heading}>
        <p role={done ? "status" : undefined}>{text}</p>
        {heading === ask.heading && (
          <Form method="post">
            <button type="submit" className="button">
              {ask.button}
            </button>
          </Form>
        )}
      </PageIntro>
    </main>
  );
}
