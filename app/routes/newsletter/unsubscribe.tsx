import { data, Form } from "react-router";
import { unsubscribe } from "#app/features/newsletter/commands.server.ts";
import { subscriberOf } from "#app/features/newsletter/links.server.ts";
import { getDb } from "#app/server/db.server.ts";
import { privateMeta } from "#app/ui/meta.ts";
import { PageIntro } from "#app/ui/section.tsx";
import type { Route } from "./+types/unsubscribe";

export const meta = () => privateMeta("Newsletter");
const secret = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer" };
export const headers = () => secret;

/** Looking changes nothing: mail programs look at every link. */
export function loader({ request }: Route.LoaderArgs) {
  const known = subscriberOf("unsubscribe", request.url) !== null;
  return data({ known }, { status: known ? 200 : 404, headers: secret });
}

/** The button of this page, and the one click of mail programs (RFC 8058). */
export async function action({ request }: Route.ActionArgs) {
  const id = subscriberOf("unsubscribe", request.url);
  const done = id !== null && (await unsubscribe(getDb(), id));
  return data({ done }, { status: done ? 200 : 404, headers: secret });
}

export default function Unsubscribe({ loaderData: { known }, actionData }: Route.ComponentProps) {
  if (actionData?.done) {
    return (
      <main>
        <PageIntro eyebrow="Newsletter" heading="You are off the list">
          <p role="status">No further letter will come. Thank you for having read along.</p>
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
      <PageIntro eyebrow="Newsletter" heading="Leave the newsletter?">
        <p>One click and no further letter comes.</p>
        <Form method="post">
          <button type="submit" className="button">
            Unsubscribe
          </button>
        </Form>
      </PageIntro>
    </main>
  );
}
