import { confirmSubscription } from "#app/features/newsletter/commands.server.tsx";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/confirm";
import { followLink, checkLink } from "./action.server.ts";
import { LinkPage } from "./action-page.tsx";
import { shortFooter } from "#app/routes/site/short-footer.ts";

export const handle = shortFooter;
export const meta = () => privateMeta("Newsletter");
export const headers = () => secretLinkHeaders;

export const loader = ({ request }: Route.LoaderArgs) => checkLink("confirm", request);
export const action = ({ request }: Route.ActionArgs) =>
  followLink("confirm", request, confirmSubscription);

const ask = {
  heading: "Join the newsletter?",
  text: "One click and you're subscribed.",
  button: "Yes, subscribe me",
};
const thanks = { heading: "You're subscribed", text: "Thank you. A welcome email is on its way." };

export default function ConfirmSubscription({
  loaderData: { known },
  actionData,
}: Route.ComponentProps) {
  return <LinkPage known={known} done={actionData?.done} ask={ask} thanks={thanks} />;
}
