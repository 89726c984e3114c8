import { unsubscribe } from "#app/features/newsletter/commands.server.tsx";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/unsubscribe";
import { followLink, checkLink } from "./action.server.ts";
import { LinkPage } from "./action-page.tsx";
import { shortFooter } from "#app/routes/site/short-footer.ts";

export const handle = shortFooter;
export const meta = () => privateMeta("Newsletter");
export const headers = () => secretLinkHeaders;

export const loader = ({ request }: Route.LoaderArgs) => checkLink("unsubscribe", request);
export const action = ({ request }: Route.ActionArgs) =>
  followLink("unsubscribe", request, unsubscribe);

const ask = {
  heading: "Unsubscribe from the newsletter?",
  text: "Unsubscribe and you won't get any more newsletters.",
  button: "Unsubscribe",
};
const thanks = {
  heading: "You're unsubscribed",
  text: "Thanks for reading.",
};

export default function Unsubscribe({ loaderData: { known }, actionData }: Route.ComponentProps) {
  return <LinkPage known={known} done={actionData?.done} ask={ask} thanks={thanks} />;
}
