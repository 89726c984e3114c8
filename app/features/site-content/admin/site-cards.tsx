import { Badge } from "#app/ui/badge.tsx";
import { href, Link } from "react-router";
import { When } from "#app/ui/admin/when.tsx";
import { PagePicture } from "./page-picture.tsx";

export type SiteCard = {
  name: string;
  label: string;
  state: "default" | "edited" | "draft";
  edited: { at: Date; by: string } | null;
  samples: number;
};

/** Every document with its page; on a phone a list. */
export function SiteCards({ documents }: { documents: readonly SiteCard[] }) {
  return (
    <ul className="site-cards">
      {documents.map((document) => (
        <li key={document.name} className="site-card">
          <PagePicture document={document.name} />
          <div className="flex flex-col gap-0.5 py-3 sm:px-4">
            <Link
              to={href("/admin/site/:document", { document: document.name })}
              prefetch="intent"
              className="site-card-link font-semibold text-accent"
            >
              {document.label}
            </Link>
            <p className="text-base text-soft">
              <State {...document} />
            </p>
            {document.samples > 0 && (
              <p className="mt-1">
                <Badge tone="waiting">{`Sample texts left: ${document.samples}`}</Badge>
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function State({ state, edited }: SiteCard) {
  return (
    <>
      {state === "draft" && <span className="block font-semibold text-ink">Draft waiting</span>}
      {edited ? (
        <>
          Edited <When at={edited.at} /> by {edited.by}
        </>
      ) : (
        "Not edited yet"
      )}
    </>
  );
}
