import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { FieldedText } from "#app/features/email/fielded-text.tsx";
import { countOf } from "#app/values/wording.ts";

export type SampleField = {
  document: string;
  path: string;
  label: string;
  value: string;
  /** A figure may be right as it is. */
  mayBeMeant: boolean;
};

export function SamplesList({ samples }: { samples: readonly SampleField[] }) {
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

function SampleLinks({
  samples,
  children,
}: {
  samples: readonly SampleField[];
  children: ReactNode;
}) {
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
