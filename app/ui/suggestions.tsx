import { foldText } from "#app/values/folding.ts";

type SuggestionsProps = { id: string; values: readonly string[] };

/** Browsers compare typed text with value and label: the label finds names without marks. */
export function Suggestions({ id, values }: SuggestionsProps) {
  return (
    <datalist id={id}>
      {values.map((value) => {
        const plain = foldText(value);
        return (
          <option key={value} value={value}>
            {plain === value.toLowerCase() ? value : plain}
          </option>
        );
      })}
    </datalist>
  );
}
