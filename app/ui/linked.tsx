import { partsOf } from "#app/content/links-in-words.ts";
import { isDeadLink } from "#app/content/visibility.ts";
import { Anchor } from "./anchor.tsx";

/** The form refuses others; another program may have stored them. */
const isSafe = (href: string) => /^(?:https:|mailto:|tel:|\/(?!\/))/.test(href);

/** A text of the owner's with its links; words that would lead to a hidden page are words alone. */
export function linked(text: string) {
  const parts = partsOf(text);
  if (parts.every(({ href }) => href === null)) return text;
  return parts.map(({ words, href }, index) =>
    href === null || !isSafe(href) || isDeadLink(href) ? (
      words
    ) : (
      // Relative: above the card, which is a link as a whole.
      // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other name
      <Anchor key={index} href={href} className="link relative">
        {words}
      </Anchor>
    ),
  );
}
