import { FieldedText } from "#app/features/email/fielded-text.tsx";

export function DefaultOffer({
  path,
  label,
  text,
  use,
}: {
  path: string;
  label: string;
  text: string;
  use: () => void;
}) {
  return (
    <details className="text-base">
      <summary className="min-h-6 w-fit cursor-pointer pointer-coarse:py-2.5 text-soft hover:text-ink">
        Use the default<span className="sr-only"> for {label}</span>
      </summary>
      <div className="mt-2 flex flex-col items-start gap-2 border-l-2 border-brass pl-3">
        <p className="whitespace-pre-line wrap-anywhere">
          <FieldedText text={text} />
        </p>
        <button
          type="submit"
          name="do"
          value={`default:${path}`}
          formNoValidate
          formAction={`#${path}`}
          className="link min-h-9 cursor-pointer font-semibold pointer-coarse:min-h-11"
          onClick={(event) => {
            event.preventDefault();
            event.currentTarget.closest("details")!.open = false;
            use();
          }}
        >
          Use this
        </button>
      </div>
    </details>
  );
}
