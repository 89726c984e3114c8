import type { ShownOverlaps } from "#app/features/diary/overlap-words.server.ts";
import { FormMessage } from "#app/ui/form-messages.tsx";

type OverlapQuestionProps = { overlaps: ShownOverlaps | undefined; yes: string; busy: boolean };

export function OverlapQuestion({ overlaps, yes, busy }: OverlapQuestionProps) {
  if (!overlaps) return null;
  return (
    <FormMessage ok={false}>
      <p className="font-semibold">That time is taken:</p>
      <ul className="mb-3">
        {overlaps.says.map((overlap) => (
          <li key={overlap} className="wrap-anywhere">
            {overlap}
          </li>
        ))}
      </ul>
      <button
        type="submit"
        name="anyway"
        value={overlaps.keys.join(" ")}
        disabled={busy}
        className="button"
      >
        {yes}
      </button>
    </FormMessage>
  );
}
