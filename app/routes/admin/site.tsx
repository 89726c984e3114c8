import { href, Link, redirect } from "react-router";
import {
  listPublicSamples,
  listSiteDocuments,
  type SiteCard,
} from "#app/features/site-content/queries.server.ts";
import { settleUnplacedWords } from "#app/features/site-content/unplaced.server.ts";
import { listServiceGaps, type ServiceGap } from "#app/features/services/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { PageHead } from "#app/ui/admin/page.tsx";
import { currentAdministrator, currentOwner } from "#app/features/auth/session.server.ts";
import { countOf } from "#app/values/wording.ts";
import { useEffect, useRef, type ReactNode } from "react";
import { Badge } from "#app/ui/badge.tsx";
import { When } from "#app/ui/admin/when.tsx";
import type { SampleFinding } from "#app/features/site-content/samples.server.ts";
import { FieldedText } from "#app/features/email/admin/fields-in-text.tsx";
import { load } from "./load.server.ts";
import type { Route } from "./+types/site";

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

function SiteCards({ documents }: { documents: readonly SiteCard[] }) {
  return (
    <div className="flex flex-col gap-8">
      <Cards heading="Pages" documents={documents.filter(({ isPage }) => isPage)} />
      <Cards heading="On several pages" documents={documents.filter(({ isPage }) => !isPage)} />
    </div>
  );
}

function Cards({ heading, documents }: { heading: string; documents: readonly SiteCard[] }) {
  return (
    <section aria-label={heading}>
      <h2 className="display-3 mb-3">{heading}</h2>
      <ul className="site-cards">
        {documents.map((document) => (
          <Card key={document.name} {...document} />
        ))}
      </ul>
    </section>
  );
}

function Card(document: SiteCard) {
  return (
    <li className="site-card">
      {document.isPage && <PagePicture document={document.name} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 sm:px-4">
        <Link
          to={href("/admin/site/:document", { document: document.name })}
          className="site-card-link flex-1 font-semibold text-accent sm:flex-none sm:basis-full"
        >
          {document.label}
        </Link>
        {document.hidden && <Badge tone="quiet">{document.hidden}</Badge>}
        <State {...document} />
        {document.samples > 0 && (
          <Badge tone="waiting">{`${countOf(document.samples, "sample")} left`}</Badge>
        )}
        {document.toCheck > 0 && <Badge tone="waiting">{`${document.toCheck} to check`}</Badge>}
      </div>
    </li>
  );
}

function State({ state, edited }: SiteCard) {
  if (state !== "draft" && !edited) return null;
  return (
    <p className="text-base text-soft max-sm:order-last max-sm:w-full">
      {state === "draft" && <span className="block font-semibold text-ink">Draft waiting</span>}
      {edited && (
        <>
          Edited <When at={edited.at} /> by {edited.by}
        </>
      )}
    </p>
  );
}

function PagePicture({ document: name }: { document: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  // The framed page runs no scripts and so knows only the system's theme.
  const showTheme = () => {
    const root = frame.current?.contentDocument?.documentElement;
    if (root) root.dataset.theme = document.documentElement.dataset.theme ?? "system";
  };
  useEffect(showTheme, []);
  return (
    <div aria-hidden="true" inert className="page-picture">
      <iframe
        ref={frame}
        src={href("/admin/site/:document/preview", { document: name })}
        title={name}
        loading="lazy"
        tabIndex={-1}
        sandbox="allow-same-origin"
        onLoad={showTheme}
      />
    </div>
  );
}

function SamplesList({ samples }: { samples: readonly SampleFinding[] }) {
  if (samples.length === 0) return null;
  const left = samples.filter(({ mayBeMeant }) => !mayBeMeant);
  const figures = samples.filter(({ mayBeMeant }) => mayBeMeant);
  return (
    <details id="samples" className="to-settle scroll-mt-8">
      <summary>
        {left.length > 0 ? `${countOf(left.length, "sample")} still public` : "Figures to check"}
      </summary>
      {left.length > 0 && (
        <SampleLinks samples={left}>
          Visitors see these until you publish your own words and pictures.
        </SampleLinks>
      )}
      {figures.length > 0 && (
        <SampleLinks samples={figures}>
          These figures may be right for you. If so, leave them.
        </SampleLinks>
      )}
    </details>
  );
}

type SampleLinksProps = { samples: readonly SampleFinding[]; children: ReactNode };

function SampleLinks({ samples, children }: SampleLinksProps) {
  return (
    <>
      <p className="mt-3 text-soft">{children}</p>
      <ul className="mt-3">
        {samples.map(({ document, path, label, value }) => (
          <li key={`${document}.${path}`} className="border-t border-line py-2 wrap-anywhere">
            <Link
              className="link tall"
              to={`${href("/admin/site/:document", { document })}#${path}`}
            >
              {label}
            </Link>
            <span className="block text-base text-soft">
              <FieldedText text={value} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
