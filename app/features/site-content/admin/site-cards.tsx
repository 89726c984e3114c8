import { Badge } from "#app/ui/badge.tsx";
import { href, Link } from "react-router";
import { When } from "#app/ui/admin/when.tsx";
import { countOf } from "#app/values/wording.ts";
import { PagePicture } from "./page-picture.tsx";

export type SiteCard = {
  name: string;
  label: string;
  /** False for a document that several pages show. */
  isPage: boolean;
  state: "default" | "edited" | "draft";
  edited: { at: Date; by: string } | null;
  samples: number;
  toCheck: number;
};

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
