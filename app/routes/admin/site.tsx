import { href, Link, redirect } from "react-router";
import { SiteCards, SamplesList } from "#app/features/site-content/admin/overview.tsx";
import { listPublicSamples } from "#app/features/site-content/kept.server.ts";
import { listSiteDocuments } from "#app/features/site-content/queries.server.ts";
import { settleUnplacedWords } from "#app/features/site-content/unplaced.server.ts";
import { listServiceGaps, type ServiceGap } from "#app/features/services/gaps.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { PageHead } from "#app/ui/admin/page.tsx";
import { currentAdministrator, currentOwner } from "#app/features/auth/session.server.ts";
import { countOf } from "#app/values/wording.ts";
import type { Route } from "./+types/site";
import { load } from "./load.server.ts";

export const handle = { title: "Site" };

export function loader({ context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  return load("Failed to load the site's texts.", async () => ({
    documents: await listSiteDocuments(getDb(), by),
    samples: await listPublicSamples(getDb(), by),
    gaps: await listServiceGaps(getDb()),
  }));
}

/** Removes copy without a field from the dashboard. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const settled = { name: String(form.get("name")), at: Number(form.get("at")) };
  await settleUnplacedWords(getDb(), currentOwner(context), settled);
  return redirect(href("/admin"), 303);
}

export default function SiteOverview({
  loaderData: { documents, samples, gaps },
}: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Site">
        <Link className="link tall" to={href("/admin/site/cv")}>
          CV
        </Link>
        <Link className="link tall" to={href("/admin/site/:document", { document: "visibility" })}>
          Hide Pages and Sections
        </Link>
        <Link className="link tall" to={href("/admin/site/history")}>
          Site history
        </Link>
      </PageHead>
      <div className="mb-8 grid items-start gap-3 empty:hidden sm:grid-cols-2 [&>[open]]:col-span-full">
        <SamplesList samples={samples} />
        <GapsList gaps={gaps} />
      </div>
      <SiteCards documents={documents} />
    </>
  );
}

function GapsList({ gaps }: { gaps: readonly ServiceGap[] }) {
  if (gaps.length === 0) return null;
  return (
    <details id="gaps" className="to-settle scroll-mt-8">
      <summary>{countOf(gaps.length, "thing")} to settle before visitors book</summary>
      <ul className="mt-3">
        {gaps.map(({ what, path }) => (
          <li key={path + what} className="border-t border-line py-2 wrap-anywhere">
            <Link className="link tall" to={path}>
              {what.charAt(0).toUpperCase() + what.slice(1)}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
