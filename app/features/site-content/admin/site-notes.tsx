import { href, Link } from "react-router";
import { When } from "#app/ui/admin/when.tsx";
import { cutCharacters } from "#app/values/text.ts";
import { countOf } from "#app/values/wording.ts";
import type { UnplacedWords } from "../unplaced.server.ts";
import { unplacedLabel } from "./unplaced-list.tsx";

/** A draft that has been waiting to be published since `at`. */
export type WaitingDraft = { name: string; label: string; at: Date };

type NotesProps = {
  drafts: readonly WaitingDraft[];
  samples: number;
  unplaced: readonly UnplacedWords[];
};

/** What the owner may have forgotten of her site. No task: nobody waits for it. */
export function SiteNotes({ drafts, samples, unplaced }: NotesProps) {
  if (drafts.length === 0 && samples === 0 && unplaced.length === 0) return null;
  return (
    <ul className="mt-6 flex flex-col gap-1 text-base text-soft">
      {unplaced.map((words) => (
        <li key={`${words.name} ${words.at}`} className="wrap-anywhere text-danger">
          No longer on your site since an update:{" "}
          <Link className="link" to={`${href("/admin/site")}#unplaced`}>
            {unplacedLabel(words)}
          </Link>
          , “{cutCharacters(words.text, 200)}”
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
