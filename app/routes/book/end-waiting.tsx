import { data } from "react-router";
import { leaveWaitingList, readEndWaitingUrl } from "#app/features/waiting/commands.server.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/end-waiting";
import { BookPage, Notice } from "./parts.tsx";

export const meta = () => privateMeta("Free times");
export const headers = () => secretLinkHeaders;

export function loader({ request }: Route.LoaderArgs) {
  const known = readEndWaitingUrl(request.url) !== null;
  return data({ known }, known ? 200 : 404);
}

export async function action({ request }: Route.ActionArgs) {
  const id = readEndWaitingUrl(request.url);
  if (id !== null) await leaveWaitingList(getDb(), id);
  return data({ done: id !== null }, id === null ? 404 : 200);
}

export default function EndWaiting({ loaderData: { known }, actionData }: Route.ComponentProps) {
  if (!known)
    return (
      <BookPage heading="This link is incomplete">
        <p className="measure mt-4 text-lg">
          Please click it in the email; some apps break long links.
        </p>
      </BookPage>
    );
  if (actionData?.done)
    return (
      <BookPage heading="Done">
        <Notice>I won't write about free times any more.</Notice>
      </BookPage>
    );
  return (
    <BookPage heading="Stop telling you about free times?">
      <form method="post" className="mt-6">
        <button type="submit" className="button">
          Stop telling me
        </button>
      </form>
    </BookPage>
  );
}
