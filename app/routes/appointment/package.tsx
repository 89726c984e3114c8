import { href } from "react-router";
import { inDiaryTurn } from "#app/features/diary/entries.server.ts";
import { guardNames, guardOf } from "#app/features/intake/model.ts";
import { buyPackage, offersBy } from "#app/features/packages/buy.server.tsx";
import { offerKey } from "#app/features/packages/model.ts";
import { packageName } from "#app/features/services/model.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { FormFailure } from "#app/ui/form-messages.tsx";
import { privateMeta } from "#app/ui/meta.ts";
import { formValues } from "#app/values/rules.ts";
import { formatMoney } from "#app/values/money.ts";
import type { Route } from "./+types/package";
import { answerAppointment, loadAppointment } from "./load.server.ts";
import { MissingAppointment } from "./parts.tsx";

export const headers = () => secretLinkHeaders;
export const meta = () => privateMeta("Buy a package");

export function loader({ params: { token } }: Route.LoaderArgs) {
  return loadAppointment(token, async () => {
    const { offers } = await offersBy(getDb(), token);
    return { offers, token, formKey: crypto.randomUUID() };
  });
}

export async function action({ request, params: { token } }: Route.ActionArgs) {
  const values = formValues(await readForm(request));
  return answerAppointment("It isn't bought yet. Please try again in a moment.", async () => {
    const { key } = guardOf(values);
    const bought = await inDiaryTurn(() => buyPackage(getDb(), token, String(values.offer), key));
    if (bought.ok) return href("/invoices/:slug", { slug: bought.slug });
    if (bought.reason === "not-found") return { status: 404 };
    return {
      message: "The prices have changed. Here they are as they are now.",
      status: 409,
    };
  });
}

export default function PackagePage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state !== "found") return <MissingAppointment {...loaderData} />;
  const { offers, token, formKey } = loaderData;
  return (
    <main className="wrap max-w-3xl! py-10 lg:py-14">
      <h1 className="display-2">
        {offers.length > 0 ? "Buy a package" : "No packages at the moment"}
      </h1>
      <div className="mt-4">
        <FormFailure state={actionData} />
      </div>
      {offers.length > 0 && (
        <p className="measure mt-4 text-lg">
          You pay ahead for several sessions, and each of that length is taken from them. I'll email
          you the invoice.
        </p>
      )}
      <ul className="mt-6 border-t border-line empty:hidden">
        {offers.map((offer) => (
          <li key={offerKey(offer)} className="border-b border-line py-5">
            <form method="post" className="flex flex-wrap items-center justify-between gap-4">
              <input type="hidden" name="offer" value={offerKey(offer)} />
              <input type="hidden" name={guardNames.key} value={formKey} />
              <p className="display-3 font-display tabular-nums">
                {packageName(offer.sessions, offer.minutes)}, {formatMoney(offer.price)}
              </p>
              <button type="submit" className="button">
                Buy it
              </button>
            </form>
          </li>
        ))}
      </ul>
      <p className="mt-5">
        <a className="link tall" href={href("/appointments/:token", { token })}>
          Back to your appointment
        </a>
      </p>
    </main>
  );
}
