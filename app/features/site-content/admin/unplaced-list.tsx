import { Form, href, Link } from "react-router";
import type { FormToasts } from "#app/ui/form-toasts.ts";
import { countOf } from "#app/values/wording.ts";
import type { UnplacedWords } from "../unplaced.server.ts";

export const unplacedToasts: FormToasts = {
  loading: "Saving...",
  success: { title: "Taken off the list." },
  failure: { title: "Failed to take it off the list. Please try again." },
};

/** `Home: Opening › Headline` */
export const unplacedLabel = ({ name, document, label }: UnplacedWords) =>
  [document ?? name, label].filter(Boolean).join(": ");

/** Words of the owner's that an update of the site left without a field. */
export function UnplacedList({ words, busy }: { words: readonly UnplacedWords[]; busy: boolean }) {
  if (words.length === 0) return null;
  return (
    <details id="unplaced" className="to-settle scroll-mt-8" open>
      <summary>{countOf(words.length, "text")} of yours without a place</summary>
      <p className="mt-3 text-soft">
        An update changed the fields that these were in, so visitors can't read them. Copy each to
        where it belongs now, then take it off this list.
      </p>
      <ul className="mt-3">
        {words.map((one) => (
          <li key={`${one.name} ${one.at}`} className="border-t border-line py-2">
            <Where words={one} />
            <p className="wrap-anywhere whitespace-pre-line">{one.text}</p>
            <Form method="post">
              <input type="hidden" name="name" value={one.name} />
              <input type="hidden" name="at" value={one.at} />
              <button type="submit" className="link tall cursor-pointer" disabled={busy}>
                It's in its place<span className="sr-only">: {unplacedLabel(one)}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Where({ words }: { words: UnplacedWords }) {
  if (!words.document) return <p className="text-soft">{unplacedLabel(words)}</p>;
  const editor = href("/admin/site/:document", { document: words.name });
  const [first] = words.path.split(".");
  return (
    <Link className="link tall" to={`${editor}#${first}`}>
      {unplacedLabel(words)}
    </Link>
  );
}
