import { data, Form } from "react-router";
import { confirm } from "#app/features/newsletter/commands.server.ts";
import { subscriberOf } from "#app/features/newsletter/links.server.ts";
import { getDb } from "#app/server/db.server.ts";
import { privateMeta } from "#app/ui/meta.ts";
import { PageIntro } from "#app/ui/section.tsx";
import type { Route } from "./+types/confirm";

export const meta = () => privateMeta("Newsletter");
const secret = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer" };
export const headers = () => secret;

/** Looking changes nothing: mail programs look at every link. */
export function loader({ request }: Route.LoaderArgs) {
  const known = subscriberOf("confirm", request.url) !== null;
  return data({ known }, { status: known ? 200 : 404, headers: secret });
}

/** The owner of the address says yes. */
export async function action({ request }: Route.ActionArgs) {
  const id = subscriberOf("confirm", request.url);
  const done = id !== null && (await confirm(getDb(), id));
  return data({ done }, { status: done ? 200 : 404, headers: secret });
}

export default function Confirm({ loaderData: { known }, actionData }: Route.ComponentProps) {
  if (actionData?.done) {
    return (
      <main>
        <PageIntro eyebrow="Newsletter" heading="You are on the list">
          <p role="status">Thank you. A letter of welcome is on its way.</p>
        </PageIntro>
      </main>
    );
  }
  if (!known || actionData) {
    return (
      <main>
        <PageIntro eyebrow="Newsletter" heading="This link is not complete">
          <p>Please open it from the letter itself; some mail programs cut long links in two.</p>
        </PageIntro>
      </main>
    );
  }
  return (
    <main>
      <PageIntro eyebrow="Newsletter" heading="Join the newsletter?">
        <p>One click and you are on the list.</p>
        <Form method="post">
          <button type="submit" className="button">
            Yes, put me on the list
          </button>
        </Form>
      </PageIntro>
    </main>
  );
}
