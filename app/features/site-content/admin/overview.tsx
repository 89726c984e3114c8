import { href, Link } from "react-router";
import { useEffect, useRef, type ReactNode } from "react";
import { Badge } from "#app/ui/badge.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { countOf } from "#app/values/wording.ts";
import type { SiteCard } from "#app/features/site-content/queries.server.ts";
import type { SampleFinding } from "#app/features/site-content/samples.server.ts";
import { FieldedText } from "#app/features/email/admin/fields-in-text.tsx";

export function SiteCards({ documents }: { documents: readonly SiteCard[] }) {
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

export function SamplesList({ samples }: { samples: readonly SampleFinding[] }) {
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
