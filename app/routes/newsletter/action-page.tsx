import { Form } from "react-router";
import { PageIntro } from "#app/ui/section.tsx";

type Copy = { heading: string; text: string };
type Props = {
  known: boolean;
  done: boolean | undefined;
  ask: Copy & { button: string };
  thanks: Copy;
};

const broken: Copy = {
  heading: "This link is incomplete",
  text: "Please click it in the email; some apps break long links.",
};

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
