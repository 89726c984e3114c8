import { href, Link } from "react-router";

export type NearVersions = { before: string | null; next: { id: string; draft: boolean } | null };

export function OtherVersions({ versions: { before, next } }: { versions: NearVersions }) {
  return (
    <>
      {before && (
        <VersionNote id={before} link="Open the accepted quote">
          This is a new version. The accepted quote stays in force until the client accepts this
          one.
        </VersionNote>
      )}
      {next && (
        <VersionNote id={next.id} link="Open the new version">
          {next.draft
            ? "You've started a new version of this quote."
            : "The client has a new version of this quote, under the same link."}
        </VersionNote>
      )}
    </>
  );
}

function VersionNote({ id, link, children }: { id: string; link: string; children: string }) {
  return (
    <p className="border-l-4 border-brass bg-raised p-4">
      {children}{" "}
      <Link to={href("/admin/quotes/:id", { id })} className="link">
        {link}
      </Link>
    </p>
  );
}
