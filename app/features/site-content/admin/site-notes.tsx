import { Form, href, Link } from "react-router";
import type { ServiceGap } from "#app/features/services/gaps.server.ts";
import { When } from "#app/ui/admin/when.tsx";
import { countOf } from "#app/values/wording.ts";
import type { UnplacedWords } from "../unplaced.server.ts";

type WaitingDraft = { name: string; label: string; at: Date };

export type SiteNotesProps = {
  drafts: readonly WaitingDraft[];
  samples: number;
  unplaced: readonly UnplacedWords[];
  unpriced: readonly ServiceGap[];
};

/** Not a task: nobody waits for the owner here. */
export function SiteNotes({ drafts, samples, unplaced, unpriced }: SiteNotesProps) {
  if (drafts.length + samples + unplaced.length + unpriced.length === 0) return null;
  return (
    <ul className="mt-6 flex flex-col gap-1 text-base text-soft">
      {unplaced.map(({ name, document, label, path, text, at }) => (
        <li key={`${name} ${at}`} className="to-settle mb-3 py-3 wrap-anywhere">
          An update has no place for these words of yours{!document && ` (${name})`}, so visitors
          can't read them any more:
          <blockquote className="my-2 whitespace-pre-line text-ink">{text}</blockquote>
          <Form method="post" action={href("/admin/site")} className="flex flex-wrap gap-x-6">
            <input type="hidden" name="name" value={name} />
            <input type="hidden" name="at" value={at} />
            {document && (
              <Link
                className="link tall"
                to={`${href("/admin/site/:document", { document: name })}#${path.split(".")[0]}`}
              >
                Edit {document}: {label}
              </Link>
            )}
            <button type="submit" className="link tall cursor-pointer">
              Done<span className="sr-only"> with {label || name}</span>
            </button>
          </Form>
        </li>
      ))}
      {unpriced.map(({ what, path }) => (
        <li key={path}>
          <Link className="link" to={path}>
            {what}
          </Link>
        </li>
      ))}
      {drafts.map(({ name, label, at }) => (
        <li key={name}>
          Not published yet:{" "}
          <Link className="link" to={href("/admin/site/:document", { document: name })}>
            your draft of {label}
          </Link>
          , <When at={at} />
        </li>
      ))}
      {samples > 0 && (
        <li>
          Visitors still see{" "}
          <Link className="link" to={`${href("/admin/site")}#samples`}>
            {countOf(samples, "sample")}
          </Link>{" "}
          in place of your own words and pictures
        </li>
      )}
    </ul>
  );
}
