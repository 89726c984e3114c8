import { href, Link } from "react-router";
import { countOf } from "#app/values/wording.ts";

/** A field that still says what a sample says, and where it is edited. */
export type SampleField = { document: string; path: string; label: string; value: string };

/** What is left to replace before going live, each with its field. */
export function SamplesList({ samples }: { samples: readonly SampleField[] }) {
  if (samples.length === 0) return null;
  return (
    <details id="samples" className="mb-8 max-w-3xl scroll-mt-8">
      <summary className="link w-fit cursor-pointer">
        {countOf(samples.length, "sample")} still public
      </summary>
      <p className="mt-3 text-soft">
        Visitors read these until you publish words and pictures of your own.
      </p>
      <ul className="mt-3">
        {samples.map(({ document, path, label, value }) => (
          <li key={`${document}.${path}`} className="border-t border-line py-2 wrap-anywhere">
            <Link className="link" to={`${href("/admin/site/:document", { document })}#${path}`}>
              {label}
            </Link>
            <span className="block text-base text-soft">{value}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
