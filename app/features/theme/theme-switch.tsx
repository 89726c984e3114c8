import { useId } from "react";
import { SunMoon } from "#app/ui/icons.gen.tsx";

const choices = ["light", "dark", "system"] as const;
const labels: Record<(typeof choices)[number], string> = {
  light: "Light",
  dark: "Dark",
  system: "System",
};

/** The inline script shows, stores and applies the choice, so it works before hydration and never flashes. */
export function ThemeSwitch({ inline = false }: { inline?: boolean }) {
  const id = useId();
  if (inline) return <Choices className="flex flex-wrap gap-x-4 gap-y-1" />;
  return (
    <div className="relative -mr-3">
      <button
        type="button"
        popoverTarget={id}
        className="flex size-11 cursor-pointer items-center justify-center rounded-sm hover:text-accent"
      >
        <SunMoon size={20} />
        <span className="sr-only">Theme</span>
      </button>
      <div
        id={id}
        popover="auto"
        className="theme-popover rounded-sm border border-line bg-surface p-4 text-ink"
      >
        <Choices className="flex flex-col gap-2" />
      </div>
    </div>
  );
}

/* A form each: the radio buttons of a page's two switches would otherwise be one group. */
function Choices({ className }: { className: string }) {
  return (
    <form method="dialog">
      <fieldset className={className}>
        <legend className="sr-only">Theme</legend>
        {choices.map((choice) => (
          <label key={choice} className="flex min-h-6 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="theme"
              value={choice}
              className="size-4 accent-(--fill)"
              suppressHydrationWarning
            />
            {labels[choice]}
          </label>
        ))}
      </fieldset>
    </form>
  );
}
