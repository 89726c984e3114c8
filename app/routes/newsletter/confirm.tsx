import { confirm } from "#app/features/newsletter/commands.server.ts";
import { privateMeta } from "#app/ui/meta.ts";
import type { Route } from "./+types/confirm";
import { act, look, secret } from "./action.server.ts";
import { DeedPage } from "./action-page.tsx";

export const meta = () => privateMeta("Newsletter");
export const headers = () => secret;

export const loader = ({ request }: Route.LoaderArgs) => look("confirm", request);
export const action = ({ request }: Route.ActionArgs) => act("confirm", request, confirm);

const ask = {
  heading: "Join the newsletter?",
  text: "One click and you are on the list.",
  button: "Yes, put me on the list",
};
const thanks = {
  heading: "You are on the list",
  text: "Thank you. A letter of welcome is on its way.",
};

export default function Confirm({ loaderData: { known }, actionData }: Route.ComponentProps) {
  return <DeedPage known={known} done={actionData?.done} ask={ask} thanks={thanks} />;
}
