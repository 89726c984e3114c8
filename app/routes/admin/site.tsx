import { data, href, Link, useNavigation } from "react-router";
import { SamplesList } from "#app/features/site-content/admin/samples-list.tsx";
import { SiteCards } from "#app/features/site-content/admin/site-cards.tsx";
import { loadSiteCards } from "#app/features/site-content/admin/open-document.server.ts";
import { listPublicSamples } from "#app/features/site-content/admin/site-notes.server.ts";
import { UnplacedList, unplacedToasts } from "#app/features/site-content/admin/unplaced-list.tsx";
import {
  listUnplacedWords,
  settleUnplacedWords,
} from "#app/features/site-content/unplaced.server.ts";
import { listServiceGaps } from "#app/features/services/gaps.server.ts";
import { GapsList } from "#app/features/services/admin/gaps-list.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { type FormState, readForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { LoadFailed } from "#app/ui/empty-list.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import { PageHead } from "#app/ui/admin/page-head.tsx";
import type { Route } from "./+types/site";
import { currentAdministrator } from "./administrator.server.ts";

export const handle = { title: "Site" };

export async function loader({ context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  try {
    const documents = await loadSiteCards(getDb(), by);
    const samples = await listPublicSamples(getDb(), by);
    const unplaced = await listUnplacedWords(getDb(), by);
    return data({ documents, samples, unplaced, gaps: await listServiceGaps(getDb()) });
  } catch (error) {
    log.error({ err: error }, "site not loaded");
    return data({ documents: null, samples: [], unplaced: [], gaps: [] }, 503);
  }
}

/** Takes words off the list of those without a place. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  try {
    const by = currentAdministrator(context);
    const asked = { name: String(form.get("name")), at: Number(form.get("at")) };
    await settleUnplacedWords(getDb(), by, asked);
    return data<FormState>({ ok: true });
  } catch (error) {
    log.error({ err: error }, "unplaced words not settled");
    const { title: message } = unplacedToasts.failure;
    return data<FormState>({ ok: false, message, ...unknownOutcomeOf(error) }, 503);
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withToasts(serverAction, unplacedToasts);
}

export const shouldRevalidate = reloadAfterAnswer;

export default function SiteOverview({
  loaderData: { documents, samples, unplaced, gaps },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state === "submitting";
  return (
    <>
      <PageHead title="Site">
        <Link className="link tall" to={href("/admin/site/history")}>
          Site history
        </Link>
      </PageHead>
      {actionData?.message && <FormMessage ok={false}>{actionData.message}</FormMessage>}
      <div className="mb-8 grid items-start gap-3 empty:hidden sm:grid-cols-2 [&>[open]]:col-span-full">
        <UnplacedList words={unplaced} busy={busy} />
        <SamplesList samples={samples} />
        <GapsList gaps={gaps} />
      </div>
      {documents ? (
        <SiteCards documents={documents} />
      ) : (
        <LoadFailed href={href("/admin/site")}>Failed to load the site's texts.</LoadFailed>
      )}
    </>
  );
}
