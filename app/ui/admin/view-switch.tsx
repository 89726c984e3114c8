export type EditorView = "form" | "preview";

type SwitchProps = { view: EditorView; showView: (view: EditorView) => void; className?: string };

export function ViewSwitch({ view, showView, className = "" }: SwitchProps) {
  return (
    <div role="group" aria-label="Show" className={`${switchClass} ${className}`}>
      {(["form", "preview"] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === view}
          onClick={() => showView(each)}
          className={viewClass}
        >
          {each}
        </button>
      ))}
    </div>
  );
}

const switchClass =
  "flex shrink-0 rounded-sm border border-edge text-base [@media(scripting:none)]:hidden";

const viewClass =
  "min-h-11 cursor-pointer px-2.5 capitalize sm:px-3 " +
  "aria-pressed:bg-fill aria-pressed:text-on-fill";
