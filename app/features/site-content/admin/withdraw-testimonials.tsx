import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";

type WithdrawProps = { authors: readonly string[]; busy: boolean };

/** For authors who no longer agree. Lists former testimonials too: they are in the history. */
export function WithdrawTestimonials({ authors, busy }: WithdrawProps) {
  if (authors.length === 0) return null;
  return (
    <details id="withdraw" className="mt-8 scroll-mt-8 border-t border-line pt-4">
      <summary className="link min-h-11 w-fit cursor-pointer py-2">Withdraw a testimonial</summary>
      <p className="measure text-soft">
        For somebody who doesn't want their words here any more. They go from the site, your draft
        and the history.
      </p>
      <ul className="flex flex-wrap gap-x-6">
        {authors.map((author, index) => (
          <li key={author}>
            <ConfirmedAction
              id={`withdraw-${index}`}
              label={author}
              className="link min-h-11 cursor-pointer"
              question={`Withdraw the words of ${author}?`}
              yes="Withdraw for good"
              values={{ intent: "withdraw", author }}
              busy={busy}
            >
              <p>Visitors can't read them any more, and they can't be put back.</p>
            </ConfirmedAction>
          </li>
        ))}
      </ul>
    </details>
  );
}
